import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { PageRenderer } from '../src/lib/platform/http/pages/rendered-response.server.ts';
import type { RouteEntry } from '../src/lib/platform/http/route-table.ts';

/** What Vite serves itself: its client, sources and packages as modules. */
const OF_VITE = /^\/(@|__|src\/|node_modules\/)/;

/** Puts the shop's HTTP front before Vite's dev server, with pages that Vite loads, so that changes show at once. */
export async function serveDev(server: ViteDevServer, readRoutes: () => Promise<RouteEntry[]>): Promise<void> {
  const { ssr } = server.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Pages need an environment of Vite that runs in Node.');
  const render: PageRenderer = async (source, locals) => {
    const entry: { renderPage: PageRenderer } = await ssr.runner.import('/src/pages-entry.ts');
    return entry.renderPage(source, locals);
  };
  const { openDevShop } = await import('../src/dev.ts');
  const shop = await openDevShop(render);
  let front: RequestListener = shop.front(await readRoutes());
  // Vite watches the whole project, where the database of the shop is, too.
  const sources = join(server.config.root, 'src');
  server.watcher.on('all', async (_, path) => {
    if (path.startsWith(sources)) front = shop.front(await readRoutes());
  });
  server.httpServer?.once('close', () => void shop.stop());
  server.middlewares.use((req, res, next) => (OF_VITE.test(req.url ?? '') ? next() : front(req, res)));
}
