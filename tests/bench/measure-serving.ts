import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { type ShopProcess, startShop } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median, percentile } from './figures.ts';
import { fullLoad, LOAD_TOOL, oneAfterTheOther, ownClient, SERVER_CORE, startBare } from './load.ts';
import { budgetPages } from './pages.ts';
import { preparedData } from './prepared-data.ts';
import { processorMs } from './processor.ts';
import { untilIdle, untilWordsAreRead } from './shop-readiness.ts';

const CACHED_SHARE = 0.85;
const FRESH_SHARE_PERCENT = 2;
const FRESH_MEDIAN_MS = 2.5;
const FRESH_P99_MS = 12;
const START_MS = 500;
const IDLE_MB = 120;
const LOADED_MB = 250;
/** A price of its own makes every list a new one. */
const FRESH_LISTING = '/products?category=women&maxprice={n}';

/** Cached pages of the demo shop against a bare server with the same bytes, turn about. */
export async function measureCached({ rounds, seconds }: BenchOptions): Promise<Figure[]> {
  const shop = await startShop({ dataDir: await preparedData('demo'), before: SERVER_CORE });
  const figures: Figure[] = [];
  for (const page of (await budgetPages(shop.origin)).slice(0, 4)) {
    // The best compression comes with the third visitor.
    await ownClient({ origin: shop.origin, paths: [page.path], connections: 1, seconds: 0.5, acceptEncoding: 'br' });
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
    budget: LOADED_MB,
  });
  await shop.stop();
  return figures;
}

/** Listings with real queries and products, each rendered for the first time by a shop that has nothing else to do. */
export async function measureFresh({ rounds, seconds, sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const data = await preparedData(size);
    const shop = await startShop({ dataDir: data, before: SERVER_CORE, env: { PAGE_CACHE: 'off' } });
    await untilWordsAreRead(shop);
    await untilIdle(shop);
    const load = { origin: shop.origin, seconds, acceptEncoding: 'identity' };
    const add = (what: string, value: number, more: Partial<Figure>) =>
      figures.push({ part: 'fresh', what: `${what}, ${size} products`, value, unit: 'ms', ...more });
    for (const [name, path] of Object.entries({ listing: FRESH_LISTING, product: '/products/product-{n}' })) {
      const { medianMs, p99Ms } = await oneAfterTheOther({ ...load, path }, rounds);
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
    add('memory under load of fresh pages', residentMb(shop.pid), { unit: 'MB', budget: LOADED_MB });
    await shop.stop();
  }
  return figures;
}

/** From nothing to the first page with a database that is there, and what the process then holds. */
export async function measureStart({ rounds, sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const places: [string, string][] = [['demo shop', await preparedData('demo')]];
  for (const size of sizes) places.push([`${size} products`, await preparedData(size)]);
  for (const [name, dataDir] of places) {
    const times: number[] = [];
    let idleMb = 0;
    for (let round = 0; round < rounds + 2; round++) {
      const shop = await startShop({ dataDir, firstPath: '/' });
      times.push(shop.startMs);
      if (round === 0) {
        await wait(3_000);
        idleMb = residentMb(shop.pid);
      }
      await shop.stop();
    }
    const note = `slowest of ${times.length}: ${percentile(times, 1).toFixed(0)} ms`;
    figures.push(
      { part: 'start', what: `start to first page, ${name}`, value: median(times), unit: 'ms', budget: START_MS, note },
      { part: 'start', what: `memory idle, ${name}`, value: idleMb, unit: 'MB', budget: IDLE_MB },
    );
  }
  return figures;
}

/** Both under the same load, turn about, so that a busy machine slows both. */
async function againstBare(
  shop: ShopProcess,
  path: string,
  samplePath: string,
  acceptEncoding: string,
  rounds: number,
  seconds: number,
): Promise<{ share: number; cpuShare: number; note: string }> {
  const bare = await startBare(shop.origin, samplePath, acceptEncoding);
  const shares: number[] = [];
  const bareRates: number[] = [];
  const rates: number[] = [];
  const p99s: number[] = [];
  const cpuShares: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bareStart = processorMs(bare.pid);
    const limit = await fullLoad({ origin: bare.origin, path: samplePath, seconds, acceptEncoding });
    const ownStart = processorMs(shop.pid);
    const own = await fullLoad({ origin: shop.origin, path, seconds, acceptEncoding });
    const bareCost = (processorMs(bare.pid) - bareStart) / limit.requestsPerSecond;
    const ownCost = (processorMs(shop.pid) - ownStart) / own.requestsPerSecond;
    cpuShares.push(bareCost / ownCost);
    if (own.failed > 0) throw new Error(`${own.failed} requests of ${path} failed under load`);
    bareRates.push(limit.requestsPerSecond);
    rates.push(own.requestsPerSecond);
    p99s.push(own.p99Ms);
    shares.push(own.requestsPerSecond / limit.requestsPerSecond);
  }
  bare.stop();
  const rate = (values: number[]) => Math.round(median(values)).toLocaleString('en-IN');
  return {
    share: median(shares),
    cpuShare: median(cpuShares),
    note: `${rate(rates)}/s of ${rate(bareRates)}/s, p99 ${median(p99s).toFixed(1)} ms`,
  };
}

/** Resident memory of a process. */
export function residentMb(pid: number): number {
  return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1024) / 1e6;
}
