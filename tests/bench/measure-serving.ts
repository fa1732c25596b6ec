import { setTimeout as wait } from 'node:timers/promises';
import { residentMb } from '#support/process-memory.ts';
import { type ShopProcess, startWithNpmFlags } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { SERVER_CORE } from './cores.ts';
import { type Figure, median } from './figures.ts';
import { LOAD_TOOL, measureSequentialLoad, runFullLoad, runLoadClient, startBareServer } from './load.ts';
import { budgetPages } from './pages.ts';
import { prepareData } from './prepared-data.ts';
import { processorMs } from './processor.ts';
import { quietRounds } from './quiet-rounds.ts';
import { waitForWordIndex, waitUntilIdle } from './shop-readiness.ts';

const MIN_CACHED_SHARE = 0.8;
const MIN_FRESH_SHARE_PERCENT = 1.5;
const FRESH_MEDIAN_BUDGET_MS = 2.5;
const FRESH_P99_BUDGET_MS = 15;
const START_BUDGET_MS = 700;
/** The budget of the demo shop. The index of a large catalogue needs more memory. */
const MAX_IDLE_MB = 150;
const MAX_CACHED_MB = 200;
const MAX_UNCACHED_MB = 300;
const DEMO = 'demo shop';
/** A unique maximum price makes every list uncached. */
const FRESH_LISTING = '/products?category=women&maxprice={n}';

/** Measures cached pages of the demo shop, compared with a plain server that sends the same bytes. */
export async function measureCached({ rounds, seconds }: BenchOptions): Promise<Figure[]> {
  const shop = await startWithNpmFlags({ dataDir: await prepareData('demo'), commandPrefix: SERVER_CORE });
  const figures: Figure[] = [];
  for (const page of (await budgetPages(shop.origin)).slice(0, 4)) {
    // The third cache hit triggers the compression at maximum quality.
    await runLoadClient({
      origin: shop.origin,
      paths: [page.path],
      connections: 1,
      seconds: 0.5,
      acceptEncoding: 'br',
    });
    await wait(500);
    const pair = await compareWithBare(shop, page.path, page.path, 'br', rounds, seconds);
    figures.push({
      part: 'cached',
      label: `${page.name} from the cache, share of bare node:http`,
      value: pair.share,
      unit: '×',
      budget: MIN_CACHED_SHARE,
      isMinimum: true,
      note: `by processor time ${pair.cpuShare.toFixed(2)} ×; ${pair.note}, ${LOAD_TOOL}`,
    });
  }
  figures.push({
    part: 'cached',
    label: 'memory under load',
    value: residentMb(shop.pid),
    unit: 'MB',
    budget: MAX_CACHED_MB,
  });
  await shop.stop();
  return figures;
}

/** Measures uncached listings and product pages, rendered by an otherwise idle shop. */
export async function measureFresh({ rounds, seconds, sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const dataDir = await prepareData(size);
    const shop = await startWithNpmFlags({ dataDir, commandPrefix: SERVER_CORE, env: { PAGE_CACHE: 'off' } });
    await waitForWordIndex(shop);
    await waitUntilIdle(shop);
    const load = { origin: shop.origin, seconds, acceptEncoding: 'identity' };
    const add = (label: string, value: number, extra: Partial<Figure>) =>
      figures.push({ part: 'fresh', label: `${label}, ${size} products`, value, unit: 'ms', ...extra });
    for (const [name, path] of Object.entries({ listing: FRESH_LISTING, product: '/products/product-{n}' })) {
      const { medianMs, p99Ms } = await measureSequentialLoad({ ...load, path }, rounds);
      add(`${name} rendered fresh`, medianMs, { budget: FRESH_MEDIAN_BUDGET_MS });
      add(`${name} rendered fresh, 99th percentile`, p99Ms, { budget: FRESH_P99_BUDGET_MS });
    }
    const path = '/products?category=women';
    const pair = await compareWithBare(shop, FRESH_LISTING, path, 'identity', rounds, seconds);
    const compressed = await compareWithBare(shop, FRESH_LISTING, path, 'br', rounds, seconds);
    add('listing rendered fresh, share of bare node:http', pair.share * 100, {
      unit: '%',
      budget: MIN_FRESH_SHARE_PERCENT,
      isMinimum: true,
      note: `by processor time ${(pair.cpuShare * 100).toFixed(2)}%; ${pair.note}`,
    });
    add('the same in brotli', compressed.share * 100, {
      unit: '%',
      note: `by processor time ${(compressed.cpuShare * 100).toFixed(2)}%; ${compressed.note}`,
    });
    add('memory under load of uncached pages', residentMb(shop.pid), { unit: 'MB', budget: MAX_UNCACHED_MB });
    await shop.stop();
  }
  return figures;
}

/** Measures the time from start to the first page with an existing database, and the memory of the process. */
export async function measureStart({ rounds, sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const shops: [string, string][] = [[DEMO, await prepareData('demo')]];
  for (const size of sizes) shops.push([`${size} products`, await prepareData(size)]);
  for (const [name, dataDir] of shops) {
    const first = await startOnce(dataDir);
    const starts = await quietRounds.run(rounds + 2, () => startOnce(dataDir));
    const add = (label: string, value: (start: Start) => number, unit: 'ms' | 'MB', budget?: number) => {
      const note = `${value(first).toFixed(0)} ${unit} at its first start`;
      figures.push({ part: 'start', label: `${label}, ${name}`, value: median(starts.map(value)), unit, budget, note });
    };
    add('start to first page', ({ startMs }) => startMs, 'ms', START_BUDGET_MS);
    add('memory idle', ({ idleMb }) => idleMb, 'MB', name === DEMO ? MAX_IDLE_MB : undefined);
  }
  return figures;
}

interface Start {
  startMs: number;
  idleMb: number;
}

async function startOnce(dataDir: string): Promise<Start> {
  const shop = await startWithNpmFlags({ dataDir, firstPath: '/' });
  await wait(3_000);
  const idleMb = residentMb(shop.pid);
  await shop.stop();
  return { startMs: shop.startMs, idleMb };
}

/** Loads the shop and a bare server alternately, each for a second, so that a busy machine slows down both equally. */
async function compareWithBare(
  shop: ShopProcess,
  path: string,
  samplePath: string,
  acceptEncoding: string,
  rounds: number,
  seconds: number,
): Promise<{ share: number; cpuShare: number; note: string }> {
  const bareServer = await startBareServer(shop.origin, samplePath, acceptEncoding);
  const loadForSecond = async (
    { origin, pid }: { origin: string; pid: number },
    requestedPath: string,
  ): Promise<ServedRequests> => {
    const before = processorMs(pid);
    const { requestsPerSecond, failureCount, p99Ms } = await runFullLoad({
      origin,
      path: requestedPath,
      seconds: 1,
      acceptEncoding,
    });
    if (failureCount > 0) throw new Error(`${failureCount} requests for ${requestedPath} failed under load`);
    return { requests: requestsPerSecond, cpuMs: processorMs(pid) - before, p99Ms };
  };
  const pairs = await quietRounds.run(rounds, async () => {
    const [bareLoads, shopLoads]: [ServedRequests[], ServedRequests[]] = [[], []];
    for (let second = 0; second < seconds; second++) {
      bareLoads.push(await loadForSecond(bareServer, samplePath));
      shopLoads.push(await loadForSecond(shop, path));
    }
    return { bareLoads: sumServed(bareLoads), shopLoads: sumServed(shopLoads) };
  });
  bareServer.stop();
  const medianOf = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value));
  const rate = (requests: number) => Math.round(requests / seconds).toLocaleString('en-IN');
  const rates = [medianOf(({ shopLoads }) => shopLoads.requests), medianOf(({ bareLoads }) => bareLoads.requests)].map(
    rate,
  );
  return {
    share: medianOf(({ shopLoads, bareLoads }) => shopLoads.requests / bareLoads.requests),
    cpuShare: medianOf(
      ({ shopLoads, bareLoads }) => bareLoads.cpuMs / bareLoads.requests / (shopLoads.cpuMs / shopLoads.requests),
    ),
    note: `${rates.join('/s of ')}/s, p99 ${medianOf(({ shopLoads }) => shopLoads.p99Ms).toFixed(1)} ms`,
  };
}

interface ServedRequests {
  requests: number;
  cpuMs: number;
  p99Ms: number;
}

function sumServed(loads: ServedRequests[]): ServedRequests {
  const sum = (value: (load: ServedRequests) => number) => loads.reduce((total, load) => total + value(load), 0);
  return {
    requests: sum(({ requests }) => requests),
    cpuMs: sum(({ cpuMs }) => cpuMs),
    p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
  };
}
