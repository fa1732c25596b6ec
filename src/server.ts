import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { loadDemoAtFirstStart } from '#lib/app/first-start.server.ts';
import { holdBackAtStart } from '#lib/app/hold-back.server.ts';
import { startJobs } from '#lib/app/jobs.server.ts';
import { openShop } from '#lib/app/open-shop.server.ts';
import { chunksFromThread } from '#lib/feeds/feed-worker.server.ts';
import { feedsHandler } from '#lib/feeds/feeds-handler.server.ts';
import { listingHandler } from '#lib/listing/listing-handler.server.ts';
import { ServerListing } from '#lib/listing/server-listing.server.ts';
import { NewerDatabaseError } from '#lib/platform/db/migrations/migrate.server.ts';
import type { RenderHandler } from '#lib/platform/http/captured-response.server.ts';
import { Compressor } from '#lib/platform/http/compressor.server.ts';
import { createFront } from '#lib/platform/http/front.server.ts';
import { stopGracefully } from '#lib/platform/http/graceful-stop.server.ts';
import { fileHandler, healthHandler, pictureHandler } from '#lib/platform/http/handlers.server.ts';
import { PageCache } from '#lib/platform/http/page-cache.server.ts';
import { StopSign } from '#lib/platform/http/stop-sign.server.ts';
import { watchInvalidations } from '#lib/platform/http/watch-invalidations.server.ts';
import { SettingsError } from '#lib/platform/settings.server.ts';

const dist = new URL('../dist/', import.meta.url);

try {
  await serve();
} catch (error) {
  console.error(plainWords(error));
  process.exit(1);
}

async function serve(): Promise<void> {
  const shop = await openShop(process.env);
  await loadDemoAtFirstStart(shop);
  await holdBackAtStart(shop);
  const compressor = new Compressor();
  const pageCache = new PageCache(compressor);
  const listing = new ServerListing(shop);
  const stopSign = new StopSign();
  let stopJobs = async () => {};
  let jobsEnded = Promise.resolve();
  const handlers = [
    healthHandler(shop, stopSign, () => (listing.isReady ? undefined : 'lists are being prepared')),
    pictureHandler(shop.pictures),
    feedsHandler(shop, chunksFromThread(shop.settings)),
    listingHandler(listing),
    fileHandler(fileURLToPath(new URL('client', dist))),
  ];
  await listing.start();
  const pages = loadPages();
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 300_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    createFront({ shop, pages, handlers, pageCache, compressor }),
  );
  server.maxRequestsPerSocket = 10_000;
  const stopWatching = watchInvalidations(shop, pageCache);
  stopGracefully(server, shop.log, {
    stopSign,
    begin: () => {
      jobsEnded = stopJobs();
    },
    end: async () => {
      stopWatching();
      await jobsEnded;
      await Promise.all([shop.upstreams.settled(), listing.stop()]);
      await shop.db.close();
    },
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(shop.settings.port, shop.settings.host, listening);
  });
  stopJobs = startJobs(shop);
  await pages;
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : shop.settings.port;
  shop.log.info({ mode: shop.settings.mode, engine: shop.db.engine, port }, 'the shop is open');
  console.log(`\n  The shop is open: http://localhost:${port}/\n`);
}

/** What an owner can act on; anything else is shown whole. */
function plainWords(error: unknown): unknown {
  if (error instanceof SettingsError || error instanceof NewerDatabaseError) return error.message;
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? 'The port is taken: another shop may be running. Stop it, or set PORT to another number.' : error;
}

/** Astro's bundle takes longest to load, so the server listens meanwhile. */
async function loadPages(): Promise<RenderHandler> {
  const entry = (await import(new URL('server/entry.mjs', dist).href)) as { handler: RenderHandler };
  return entry.handler;
}
