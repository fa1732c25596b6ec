import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { IntegrationResolvedRoute } from 'astro';
import { readPage } from './read-page.server.ts';
import type { RouteEntry } from './route-table.ts';

/**
 * Returns the project's routes that are rendered on request, in Astro's order, with what their files
 * declare.
 */
export function readRoutes(routes: readonly IntegrationResolvedRoute[], root: URL): Promise<RouteEntry[]> {
  const projectRoutes = routes.filter(({ origin, isPrerendered }) => origin === 'project' && !isPrerendered);
  return Promise.all(
    projectRoutes.map(async ({ pattern, patternRegex, type, entrypoint }) => {
      const file = fileURLToPath(new URL(entrypoint, root));
      const declarations = await readPage(file, await readFile(file, 'utf8'));
      return { pattern, pathRegExp: patternRegex.source, isPage: type === 'page', ...declarations };
    }),
  );
}
