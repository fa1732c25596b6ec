import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { PageRenderer } from '../src/lib/platform/http/pages/rendered-response.server.ts';
import type { RouteEntry } from '../src/lib/platform/http/route-table.ts';

/** Matches paths that Vite itself serves: Vite's client, and sources and packages as modules. */
const VITE_PATH = /^\/(@|__|src\/|node_modules\/)/;

/** Adds the shop's HTTP front to Vite's dev server. Vite loads the pages, so changes are visible immediately. */
export async function serveDev(server: ViteDevServer, readRoutes: () => Promise<RouteEntry[]>): Promise<void> {
  const { ssr } = server.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Pages need a Vite environment that runs in Node.js.');
  const render: PageRenderer = async (source, locals) => {
    const entry: { renderPage: PageRenderer } = await ssr.runner.import('/src/pages-entry.ts');
    return entry.renderPage(source, locals);
  };
  const { openDevShop } = await import('../src/dev.ts');
  const shop = await openDevShop(render);
  let front: RequestListener = shop.front(await readRoutes());
  // Vite also watches files outside src, such as the shop's database.
  const sourceFolder = join(server.config.root, 'src');
  server.watcher.on('all', async (_, path) => {
    if (path.startsWith(sourceFolder)) front = shop.front(await readRoutes());
  });
  server.httpServer?.once('close', () => void shop.stop());
  server.middlewares.use((req, res, next) => (VITE_PATH.test(req.url ?? '') ? next() : front(req, res)));
}
