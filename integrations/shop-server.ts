import { writeFile } from 'node:fs/promises';
import type { AstroIntegration, HookParameters, IntegrationResolvedRoute } from 'astro';
import { readRoutes } from './read-routes.ts';

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
        styles = replaceStyles(manifest);
      },
      'astro:build:done': async () => {
        const routeEntries = await readRoutes(routes, root);
        await writeFile(new URL('routes.json', outDir), `${JSON.stringify(routeEntries, null, 1)}\n`);
        await writeFile(new URL('styles.json', outDir), JSON.stringify(styles));
      },
      'astro:server:setup': async ({ server }) => {
        const { serveDev } = await import('./dev-shop.ts');
        await serveDev(server, () => readRoutes(routes, root));
      },
    },
  };
}

/** Replaces each inline style with its index in the returned list. src/pages-entry.ts puts the styles back. */
function replaceStyles({ routes }: HookParameters<'astro:build:ssr'>['manifest']): string[] {
  const indexes = new Map<string, number>();
  for (const route of routes)
    route.styles = route.styles.map((style) => {
      if (style.type !== 'inline') return style;
      const index = indexes.get(style.content) ?? indexes.size;
      indexes.set(style.content, index);
      return { ...style, content: String(index) };
    });
  return [...indexes.keys()];
}
