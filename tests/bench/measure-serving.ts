import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { type ShopProcess, startLikeNpm } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { SERVER_CORE } from './cores.ts';
import { type Figure, median } from './figures.ts';
import { fullLoad, LOAD_TOOL, runLoadClient, sequentialLoad, startBare } from './load.ts';
import { budgetPages } from './pages.ts';
import { preparedData } from './prepared-data.ts';
import { processorMs } from './processor.ts';
import { quiet } from './quiet-rounds.ts';
import { waitForWordIndex, waitUntilIdle } from './shop-readiness.ts';

const CACHED_SHARE = 0.8;
const FRESH_SHARE_PERCENT = 1.5;
const FRESH_MEDIAN_MS = 2.5;
const FRESH_P99_MS = 15;
const START_MS = 700;
const IDLE_MB = 150;
const CACHED_MB = 200;
const UNCACHED_MB = 300;
/** A unique price makes every list uncached. */
const FRESH_LISTING = '/products?category=women&maxprice={n}';

/** Cached pages of the demo shop compared with a plain server with the same bytes, alternately. */
export async function measureCached({ rounds, seconds }: BenchOptions): Promise<Figure[]> {
  const shop = await startLikeNpm({ dataDir: await preparedData('demo'), before: SERVER_CORE });
  const figures: Figure[] = [];
  for (const page of (await budgetPages(shop.origin)).slice(0, 4)) {
    // The third request triggers the compression at maximum quality.
    await runLoadClient({
      origin: shop.origin,
      paths: [page.path],
      connections: 1,
      seconds: 0.5,
      acceptEncoding: 'br',
    });
    await wait(500);
    const pair = await againstBare(shop, page.path, page.path, 'br', rounds, seconds);
    figures.push({
      part: 'cached',
      what: `${page.name} from the cache, share of bare node:http`,
      value: pair.share,
      unit: '×',
      budget: CACHED_SHARE,
      atLeast: true,
      note: `by processor time ${pair.cpuShare.toFixed(2)} ×; ${pair.note}, ${LOAD_TOOL}`,
    });
  }
  figures.push({
    part: 'cached',
    what: 'memory under load',
    value: residentMb(shop.pid),
    unit: 'MB',
    budget: CACHED_MB,
  });
  await shop.stop();
  return figures;
}

/** Uncached listings with real queries and products, rendered by an otherwise idle shop. */
export async function measureFresh({ rounds, seconds, sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const data = await preparedData(size);
    const shop = await startLikeNpm({ dataDir: data, before: SERVER_CORE, env: { PAGE_CACHE: 'off' } });
    await waitForWordIndex(shop);
    await waitUntilIdle(shop);
    const load = { origin: shop.origin, seconds, acceptEncoding: 'identity' };
    const add = (what: string, value: number, more: Partial<Figure>) =>
      figures.push({ part: 'fresh', what: `${what}, ${size} products`, value, unit: 'ms', ...more });
    for (const [name, path] of Object.entries({ listing: FRESH_LISTING, product: '/products/product-{n}' })) {
      const { medianMs, p99Ms } = await sequentialLoad({ ...load, path }, rounds);
      add(`${name} rendered fresh`, medianMs, { budget: FRESH_MEDIAN_MS });
      add(`${name} rendered fresh, 99th percentile`, p99Ms, { budget: FRESH_P99_MS });
    }
    const path = '/products?category=women';
    const pair = await againstBare(shop, FRESH_LISTING, path, 'identity', rounds, seconds);
    const compressed = await againstBare(shop, FRESH_LISTING, path, 'br', rounds, seconds);
    add('listing rendered fresh, share of bare node:http', pair.share * 100, {
      unit: '%',
      budget: FRESH_SHARE_PERCENT,
      atLeast: true,
      note: `by processor time ${(pair.cpuShare * 100).toFixed(2)}%; ${pair.note}`,
    });
    add('the same in brotli', compressed.share * 100, {
      unit: '%',
      note: `by processor time ${(compressed.cpuShare * 100).toFixed(2)}%; ${compressed.note}`,
    });
    add('memory under load of uncached pages', residentMb(shop.pid), { unit: 'MB', budget: UNCACHED_MB });
    await shop.stop();
  }
  return figures;
}

/** The time from start to the first page with an existing database, and the memory of the process. */
export async function measureStart({ rounds, sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const places: [string, string][] = [['demo shop', await preparedData('demo')]];
  for (const size of sizes) places.push([`${size} products`, await preparedData(size)]);
  for (const [name, dataDir] of places) {
    const first = await startOnce(dataDir);
    const starts = await quiet.run(rounds + 2, () => startOnce(dataDir));
    const add = (what: string, value: (start: Start) => number, unit: 'ms' | 'MB', budget: number) => {
      const note = `${value(first).toFixed(0)} ${unit} at its first start`;
      figures.push({ part: 'start', what: `${what}, ${name}`, value: median(starts.map(value)), unit, budget, note });
    };
    add('start to first page', ({ startMs }) => startMs, 'ms', START_MS);
    add('memory idle', ({ idleMb }) => idleMb, 'MB', IDLE_MB);
  }
  return figures;
}

interface Start {
  startMs: number;
  idleMb: number;
}

async function startOnce(dataDir: string): Promise<Start> {
  const shop = await startLikeNpm({ dataDir, firstPath: '/' });
  await wait(3_000);
  const idleMb = residentMb(shop.pid);
  await shop.stop();
  return { startMs: shop.startMs, idleMb };
}

/** Puts both under the same load, alternating every second, so that a busy machine slows both equally. */
async function againstBare(
  shop: ShopProcess,
  path: string,
  samplePath: string,
  acceptEncoding: string,
  rounds: number,
  seconds: number,
): Promise<{ share: number; cpuShare: number; note: string }> {
  const bare = await startBare(shop.origin, samplePath, acceptEncoding);
  const loadForSecond = async ({ origin, pid }: { origin: string; pid: number }, address: string): Promise<Served> => {
    const before = processorMs(pid);
    const { requestsPerSecond, failed, p99Ms } = await fullLoad({ origin, path: address, seconds: 1, acceptEncoding });
    if (failed > 0) throw new Error(`${failed} requests of ${address} failed under load`);
    return { requests: requestsPerSecond, cpuMs: processorMs(pid) - before, p99Ms };
  };
  const pairs = await quiet.run(rounds, async () => {
    const [limit, own]: [Served[], Served[]] = [[], []];
    for (let second = 0; second < seconds; second++) {
      limit.push(await loadForSecond(bare, samplePath));
      own.push(await loadForSecond(shop, path));
    }
    return { limit: sumServed(limit), own: sumServed(own) };
  });
  bare.stop();
  const medianOf = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value));
  const rate = (requests: number) => Math.round(requests / seconds).toLocaleString('en-IN');
  const rates = [medianOf(({ own }) => own.requests), medianOf(({ limit }) => limit.requests)].map(rate);
  return {
    share: medianOf(({ own, limit }) => own.requests / limit.requests),
    cpuShare: medianOf(({ own, limit }) => limit.cpuMs / limit.requests / (own.cpuMs / own.requests)),
    note: `${rates.join('/s of ')}/s, p99 ${medianOf(({ own }) => own.p99Ms).toFixed(1)} ms`,
  };
}

interface Served {
  requests: number;
  cpuMs: number;
  p99Ms: number;
}

function sumServed(served: Served[]): Served {
  const sum = (value: (one: Served) => number) => served.reduce((total, one) => total + value(one), 0);
  return {
    requests: sum(({ requests }) => requests),
    cpuMs: sum(({ cpuMs }) => cpuMs),
    p99Ms: median(served.map(({ p99Ms }) => p99Ms)),
  };
}

/** Resident memory of a process. */
export function residentMb(pid: number): number {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1024) / 1e6;
}
