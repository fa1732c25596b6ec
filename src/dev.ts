import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import { startJobs } from '#lib/operations/jobs/jobs.server.ts';
import { addDemoHistory, loadDemoAtFirstStart } from '#lib/operations/startup/first-start.server.ts';
import { openShop } from '#lib/operations/startup/open-shop.server.ts';
import { PageDictionaries } from '#lib/platform/http/dictionary/page-dictionaries.server.ts';
import { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import type { PageRenderer } from '#lib/platform/http/pages/rendered-response.server.ts';
import { watchInvalidations } from '#lib/platform/http/pages/watch-invalidations.server.ts';
import { type RouteEntry, RouteTable } from '#lib/platform/http/route-table.ts';
import { createFront } from '#lib/platform/http/server/front.server.ts';
import { Traffic } from '#lib/platform/telemetry/traffic.server.ts';
import { serverParts } from './server-parts.ts';

const VERSION = 'dev';
const PUBLIC_DIR = fileURLToPath(new URL('../public', import.meta.url));
/** Matches paths that Vite itself serves: Vite's client, and sources and packages as modules. */
const VITE_PATH = /^\/(@|__|src\/|node_modules\/)/;

/** Adds the shop's HTTP front to Vite's dev server. Vite loads the pages, so changes are visible immediately. */
export async function serveDev(server: ViteDevServer, readRoutes: () => Promise<RouteEntry[]>): Promise<void> {
  const { ssr } = server.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Pages need a Vite environment that runs in Node.js.');
  const shop = await openDevShop(async (source, locals) => {
    const entry: { renderPage: PageRenderer } = await ssr.runner.import('/src/pages-entry.ts');
    return entry.renderPage(source, locals);
  });
  let front: RequestListener = shop.front(await readRoutes());
  // Vite also watches files outside src, such as the shop's database.
  const sourceFolder = join(server.config.root, 'src');
  server.watcher.on('all', async (_, path) => {
    if (path.startsWith(sourceFolder)) front = shop.front(await readRoutes());
  });
  server.httpServer?.once('close', () => void shop.stop());
  server.middlewares.use((req, res, next) => (VITE_PATH.test(req.url ?? '') ? next() : front(req, res)));
}

interface DevShop {
  /** Returns a listener with these routes and an empty page cache. Called at the start and after source changes. */
  front(routes: RouteEntry[]): RequestListener;
  stop(): Promise<void>;
}

/**
 * Opens the shop for `npm run dev`, with the same HTTP front as in src/server.ts, but with another renderer. Parts that
 * development does not need, such as dictionaries and telemetry, are missing. With `PAGE_CACHE=off`, each request
 * renders its page.
 */
async function openDevShop(render: PageRenderer): Promise<DevShop> {
  const shop = await openShop(process.env);
  await loadDemoAtFirstStart(shop);
  const parts = serverParts(shop, { clientDir: PUBLIC_DIR, version: VERSION, arePagesReady: () => true });
  await parts.listing.start();
  void parts.listing.prepare();
  let isStopping = false;
  const startingJobs = addDemoHistory(shop, () => isStopping).then(() =>
    startJobs(shop, { build: VERSION, isFirst: true }),
  );
  let stopWatching = () => {};
  return {
    front(routes) {
      stopWatching();
      const pageCache = new PageCache(parts.compressor);
      stopWatching = watchInvalidations(shop, pageCache);
      const pageRenderer = Promise.resolve(render);
      return createFront({
        ...parts,
        routes: new RouteTable(routes),
        pageRenderer,
        pageCache,
        dictionaries: new PageDictionaries({ isCompressionDictionaryOn: false, isPageCacheOn: true }),
        traffic: new Traffic(),
      });
    },
    stop() {
      stopWatching();
      isStopping = true;
      return parts.close(startingJobs.then((stopJobs) => stopJobs()));
    },
  };
}
