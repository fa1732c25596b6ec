import { writeFile } from 'node:fs/promises';
import type { AstroIntegration, IntegrationResolvedRoute } from 'astro';
import { readRoutes } from '../src/lib/platform/http/read-routes.server.ts';

/**
 * Returns the adapter that makes Astro part of the shop's own server: src/main.ts is the entry of the build and calls
 * Astro to render pages. The build writes two files for the server: routes.json lists the routes with their methods and
 * `shared` parameters, and styles.json contains each inline style once. Astro's manifest would repeat each style for
 * every route that uses the style, which would be 2.5 MB of code to load at startup.
 */
export function shopServer(): AstroIntegration {
  let routes: IntegrationResolvedRoute[] = [];
  let styles: string[] = [];
  let root: URL;
  let outDir: URL;
  return {
    name: 'shop-server',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        // Astro's logger is replaced, because its lines contain full URLs.
        const entrypoint = new URL('../src/lib/platform/http/astro-log.ts', import.meta.url);
        if (command === 'build') updateConfig({ logger: { entrypoint } });
      },
      'astro:config:done': ({ config, setAdapter }) => {
        ({ root, outDir } = config);
        setAdapter({
          name: 'shop-server',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('../src/main.ts', import.meta.url),
          adapterFeatures: { buildOutput: 'server', middlewareMode: 'classic', staticHeaders: true },
          supportedAstroFeatures: { serverOutput: 'stable', hybridOutput: 'stable', sharpImageService: 'stable' },
        });
      },
      'astro:routes:resolved': (resolved) => {
        ({ routes } = resolved);
      },
      'astro:build:ssr': ({ manifest }) => {
        // src/pages-entry.ts puts the styles back in place of their indexes.
        const inlineStyles = new Set(
          manifest.routes.flatMap((route) => route.styles).filter((style) => style.type === 'inline'),
        );
        styles = [...new Set([...inlineStyles].map((style) => style.content))];
        for (const style of inlineStyles) style.content = String(styles.indexOf(style.content));
      },
      'astro:build:done': async () => {
        const routeEntries = await readRoutes(routes, root);
        await writeFile(new URL('routes.json', outDir), `${JSON.stringify(routeEntries, null, 1)}\n`);
        await writeFile(new URL('styles.json', outDir), JSON.stringify(styles));
      },
      'astro:server:setup': async ({ server }) => {
        const { serveDev } = await import('../src/dev.ts');
        await serveDev(server, () => readRoutes(routes, root));
      },
    },
  };
}
