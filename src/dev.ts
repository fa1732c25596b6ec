import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ServerListing } from '#lib/catalog/listing/server-listing.server.ts';
import { startJobs } from '#lib/operations/jobs/jobs.server.ts';
import { loadDemoAtFirstStart } from '#lib/operations/startup/first-start.server.ts';
import { openShop } from '#lib/operations/startup/open-shop.server.ts';
import { Readiness } from '#lib/platform/health/readiness.server.ts';
import { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import type { PageRenderer } from '#lib/platform/http/pages/render-answer.server.ts';
import { watchInvalidations } from '#lib/platform/http/pages/watch-invalidations.server.ts';
import { type RouteEntry, RouteTable } from '#lib/platform/http/route-table.ts';
import { createFront } from '#lib/platform/http/server/front.server.ts';
import { ShutdownFlag } from '#lib/platform/http/server/shutdown-flag.server.ts';
import { Traffic } from '#lib/platform/telemetry/traffic.server.ts';
import { hasCart } from '#lib/sales/cart/has-cart.ts';
import { requestHandlers } from './request-handlers.ts';

const VERSION = 'dev';
const PUBLIC_DIR = fileURLToPath(new URL('../public', import.meta.url));

export interface DevShop {
  /** A front with these routes and an empty page cache: for the start, and after each change of a source. */
  front(routes: RouteEntry[]): RequestListener;
  stop(): Promise<void>;
}

/** The shop of `npm run dev`: as in src/server.ts, with another renderer. With `PAGE_CACHE=off` each request renders its page. */
export async function openDevShop(render: PageRenderer): Promise<DevShop> {
  const shop = await openShop(process.env);
  await loadDemoAtFirstStart(shop);
  const listing = new ServerListing(shop);
  await listing.start();
  void listing.prepare();
  const reasonAgainst = () => (listing.isReady ? undefined : 'lists are being prepared');
  const health = {
    shutdownFlag: new ShutdownFlag(),
    readiness: new Readiness(shop),
    readinessForPages: new Readiness(shop, 'pages'),
    reasonAgainst,
  };
  const handlers = requestHandlers(shop, { listing, health, clientDir: PUBLIC_DIR, version: VERSION });
  const compressor = new Compressor();
  const stopJobs = startJobs(shop, { build: VERSION, isFirst: true });
  let stopWatching = () => {};
  return {
    front(routes) {
      stopWatching();
      const pageCache = new PageCache(compressor);
      stopWatching = watchInvalidations(shop, pageCache);
      const pages = Promise.resolve(render);
      const traffic = new Traffic();
      return createFront({
        shop,
        routes: new RouteTable(routes),
        pages,
        handlers,
        pageCache,
        compressor,
        traffic,
        hasCart,
      });
    },
    async stop() {
      stopWatching();
      await stopJobs();
      await Promise.all([shop.upstreams.settled(), listing.stop()]);
      await shop.db.close();
    },
  };
}
