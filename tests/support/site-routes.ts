import { readPage } from '#lib/platform/http/read-page.server.ts';
import { type RouteEntry, RouteTable } from '#lib/platform/http/route-table.ts';
import { ROUTE_FILES, routeSource } from './routes.ts';

/** Reads the routes from src/pages, for tests without a build. A build writes the same routes to routes.json. */
export async function siteRoutes(): Promise<RouteTable> {
  const entries = await Promise.all(ROUTE_FILES.map(entryOf));
  return new RouteTable(entries.sort((a, b) => rank(a.pattern) - rank(b.pattern)));
}

async function entryOf(file: string): Promise<RouteEntry> {
  const pattern = `/${file.replace(/(^|\/)index\.(ts|astro)$/, '').replace(/\.(ts|astro)$/, '')}`;
  const pathRegExp = `^${pattern.replaceAll('.', '\\.').replaceAll(/\[\w+\]/g, '([^/]+?)')}$`;
  return { pattern, pathRegExp, isPage: file.endsWith('.astro'), ...(await readPage(file, routeSource(file))) };
}

/** Returns a sort key by which routes with fewer parameters come first. */
function rank(pattern: string): number {
  return pattern.split('[').length;
}
