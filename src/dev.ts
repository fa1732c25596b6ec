import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
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

export interface DevShop {
  /** Returns a listener with these routes and an empty page cache. Called at the start and after source changes. */
  front(routes: RouteEntry[]): RequestListener;
  stop(): Promise<void>;
}

/**
 * Opens the shop for `npm run dev`, with the same HTTP front as in src/server.ts, but with another renderer. Parts that
 * development does not need, such as dictionaries and telemetry, are missing. With `PAGE_CACHE=off`, each request
 * renders its page.
 */
export async function openDevShop(render: PageRenderer): Promise<DevShop> {
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
