import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { holdBackUntaxedGoods } from '#lib/operations/jobs/hold-back.server.ts';
import { addDemoHistory, loadDemoAtFirstStart } from '#lib/operations/startup/first-start.server.ts';
import { openShop } from '#lib/operations/startup/open-shop.server.ts';
import { startTelemetry } from '#lib/operations/startup/start-telemetry.server.ts';
import { readBuildInfo } from '#lib/platform/builds/build-folders.server.ts';
import { StoredAssets } from '#lib/platform/builds/stored-assets.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { PageDictionaries } from '#lib/platform/http/dictionary/page-dictionaries.server.ts';
import { scriptDictionaries } from '#lib/platform/http/dictionary/script-dictionaries.server.ts';
import { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import type { PageRenderer } from '#lib/platform/http/pages/rendered-response.server.ts';
import { watchInvalidations } from '#lib/platform/http/pages/watch-invalidations.server.ts';
import type { PathHandler, RequestHandler } from '#lib/platform/http/request-handler.ts';
import { type RouteEntry, RouteTable } from '#lib/platform/http/route-table.ts';
import { createFront } from '#lib/platform/http/server/front.server.ts';
import { stopGracefully } from '#lib/platform/http/server/graceful-stop.server.ts';
import { disconnectSlowClients } from '#lib/platform/http/server/slow-clients.server.ts';
import { isStoredAssetPath, storedAssetHandler } from '#lib/platform/http/server/stored-asset-handler.server.ts';
import { warmPages } from '#lib/platform/http/server/warm-pages.server.ts';
import { unknownSettingMessages } from '#lib/platform/settings/load-settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { Traffic } from '#lib/platform/telemetry/traffic.server.ts';
import { isPortInUse, PORT_IN_USE } from '#lib/platform/workers/port-free.server.ts';
import { currentWorkerSlot } from '#lib/platform/workers/worker-slot.server.ts';
import { serverParts } from './server-parts.ts';

/** The URL of the build's folder. This file is in its subfolder `server`. */
const buildUrl = new URL('../', import.meta.url);
const { version } = readBuildInfo(fileURLToPath(buildUrl));
const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  // `disconnectSlowClients` limits bodies instead: uploading twenty files over a slow connection takes an hour.
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
};
/** The delay between opening the shop and preparing lists and pages, so that the first page is served first. */
const PREPARE_AFTER_MS = 300;
/** The further delay before jobs start. */
const JOBS_AFTER_MS = 700;

try {
  await serve();
} catch (error) {
  console.error(printableStartError(error));
  process.exit(1);
}

async function serve(): Promise<void> {
  const shop = await openShop(process.env);
  logUnhandledRejections(shop);
  await loadDemoAtFirstStart(shop);
  await holdBackUntaxedGoods(shop);
  const slot = currentWorkerSlot(shop.settings.workers);
  const warmUp = { isDone: false };
  const clientDir = fileURLToPath(new URL('client', buildUrl));
  const parts = serverParts(shop, { clientDir, version, arePagesReady: () => warmUp.isDone });
  const { listing, compressor, health } = parts;
  const { shutdownFlag, readiness } = health;
  const pageCache = new PageCache(compressor);
  const traffic = new Traffic();
  const assets = new StoredAssets(shop.settings.dataDir);
  const scriptsDir = join(clientDir, '_astro');
  const routes = readRouteTable();
  const pageRenderer = loadPages();
  const dictionaries = new PageDictionaries(shop.settings);
  const handlers: PathHandler[] = [
    ...(dictionaries.isEnabled ? [assetHandler(scriptDictionaries(assets, scriptsDir))] : []),
    ...parts.handlers,
    assetHandler(storedAssetHandler(assets)),
  ];
  await Promise.all([listing.start(), storeAssets(assets, scriptsDir, shop)]);
  await startTelemetry({ shop, traffic, pageCache, readiness, routes, slot });
  const front = createFront({ ...parts, routes, pageRenderer, handlers, pageCache, dictionaries, traffic });
  const server = createServer(LIMITS, shop.tracing?.wrap(front, (path) => routes.patternOf(path)) ?? front);
  server.maxRequestsPerSocket = 10_000;
  disconnectSlowClients(server);
  const stopWatching = watchInvalidations(shop, pageCache);
  const jobs = { stop: async () => {} };
  const end = (jobsEnded: Promise<void>) => {
    stopWatching();
    return parts.close(jobsEnded);
  };
  stopGracefully(server, shop.log, { shutdownFlag, workerCount: slot.workerCount, ...stopSteps(jobs, end) });
  const prepare = async () => {
    await listing.prepare();
    // Errors in pages are already logged.
    await warmPages({ shop, routes, pageRenderer, compressor }).catch(() => {});
    warmUp.isDone = true;
  };
  if (slot.isReplacement || shop.settings.opensWhenReady) await prepare();
  await listen(server, shop);
  await pageRenderer;
  if (slot.isFirst) {
    logOpen(server, shop);
    for (const problem of unknownSettingMessages(process.env)) shop.log.warn(problem);
  }
  slot.reportOpen();
  await wait(PREPARE_AFTER_MS);
  if (!warmUp.isDone && !shutdownFlag.isRaised) void prepare();
  await wait(JOBS_AFTER_MS);
  const demoHistory = slot.isFirst ? addDemoHistory(shop, () => shutdownFlag.isRaised) : Promise.resolve();
  jobs.stop = () => demoHistory;
  await demoHistory;
  const { startJobs } = await import('#lib/operations/jobs/jobs.server.ts');
  if (!shutdownFlag.isRaised) jobs.stop = startJobs(shop, { build: version, isFirst: slot.isFirst });
}

/** Returns a named handler for scripts and styles. */
function assetHandler(handle: RequestHandler): PathHandler {
  return { routeClass: 'file', handlesPath: isStoredAssetPath, handle };
}

/** Returns the steps of a graceful stop: jobs stop immediately, while the last requests are still being answered. */
function stopSteps(jobs: { stop: () => Promise<void> }, end: (jobsEnded: Promise<void>) => Promise<void>) {
  let jobsEnded = Promise.resolve();
  return {
    begin() {
      jobsEnded = jobs.stop();
    },
    end: () => end(jobsEnded),
  };
}

/** Stores this build's scripts and styles. An error, such as a full disk, does not prevent the start. */
async function storeAssets(assets: StoredAssets, scriptsDir: string, { log }: Shop): Promise<void> {
  try {
    await assets.add(version, scriptsDir);
  } catch (err) {
    log.warn({ err }, 'the scripts of this version could not be stored for later versions');
  }
}

function listen(server: Server, { settings: { port, host } }: Shop): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
}

/** Logs the URL. A live shop is reached only by its domain name, through the proxy in front of it. */
function logOpen(server: Server, { settings, db, log }: Shop): void {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  const url = settings.mode === 'live' ? settings.siteUrl : `http://localhost:${port}`;
  log.info({ mode: settings.mode, engine: db.engine, port }, 'the shop is open');
  console.log(`\n  The shop is open: ${url}/\n`);
}

/** Logs unhandled rejections. They would otherwise end the process, and with it all other requests. */
function logUnhandledRejections({ log }: Shop): void {
  process.on('unhandledRejection', (err) => log.error({ failure: 'bug', err }, 'unhandled promise rejection'));
}

function printableStartError(error: unknown): unknown {
  if (error instanceof StartError || isShopError(error)) return error.message;
  return isPortInUse(error) ? PORT_IN_USE : error;
}

/** Loads Astro's bundle. This is the slowest step of the start, so the server starts to listen in the meantime. */
async function loadPages(): Promise<PageRenderer> {
  return (await import('./pages-entry.ts')).renderPage;
}

function readRouteTable(): RouteTable {
  return new RouteTable(JSON.parse(readFileSync(new URL('routes.json', buildUrl), 'utf8')) as RouteEntry[]);
}
