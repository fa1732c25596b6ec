import { writeFile } from 'node:fs/promises';
import type { AstroIntegration, IntegrationResolvedRoute } from 'astro';
import { readRoutes } from './read-routes.ts';

/** Writes dist/routes.json, which src/server.ts reads: which routes are pages, what endpoints take, what is shared. */
export function routes(): AstroIntegration {
  let resolved: IntegrationResolvedRoute[] = [];
  let root: URL;
  let outDir: URL;
  return {
    name: 'routes',
    hooks: {
      'astro:routes:resolved': (found) => {
        resolved = found.routes;
      },
      'astro:config:done': ({ config }) => {
        ({ root, outDir } = config);
      },
      'astro:build:done': async () => {
        const entries = await readRoutes(resolved, root);
        await writeFile(new URL('routes.json', outDir), `${JSON.stringify(entries, null, 1)}\n`);
      },
    },
  };
}
