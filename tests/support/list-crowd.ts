import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BUSY } from '#lib/platform/http/server/send-response.server.ts';
import { type ShopProcess, startWithNpmFlags } from './shop-process.ts';

const WATCH = fileURLToPath(new URL('./loop-watch.ts', import.meta.url));
const POLL_MS = 10;
/** Typical filters. Each request adds a unique price, so that no cache can serve the list. */
const FILTERS = [
  'category=women',
  'category=women-kurtas&size=m,l&color=blue&availability=in_stock',
  'availability=in_stock&sort=lowtohigh',
  'brand=brand-3&sort=hightolow',
  'size=m&filter=top_sale&page=4',
  'category=children&age=2-3-years',
];

export interface CrowdFigures {
  /** The time from the first requested list until /readyz responds with 200. */
  readyMs: number;
  /** The time of the slowest list that was requested after the shop was ready. */
  slowestReadyListMs: number;
  medianReadyListMs: number;
  /** The number of lists served with 200. */
  served: number;
  /** The number of lists requested before the shop was ready and refused with 503, but not because of load. */
  refusedBeforeReady: number;
  /** The number of lists requested after the shop was ready and refused with 503, but not because of load. */
  refusedAfterReady: number;
  /** The number of lists refused because the shop was too busy. */
  refusedAsBusy: number;
  slowestHealthMs: number;
  /** The CPU time of the longest event loop iteration. */
  stallMs: number;
}

/** Starts the shop with a preloaded program that measures its event loop. */
export async function startWatchedShop(dataDir: string, env: Record<string, string> = {}): Promise<ShopProcess> {
  const watchEnv = { NODE_OPTIONS: `--import ${WATCH}`, SHOP_MODE: 'demo', ...env };
  const shop = await startWithNpmFlags({ dataDir, env: watchEnv, firstPath: '/healthz' });
  // Loads Astro's bundle before the measurement, because that takes one long event loop iteration.
  while (!shop.output().includes('The shop is open')) await wait(POLL_MS);
  await (await fetch(`${shop.origin}/faq`)).arrayBuffer();
  return shop;
}

/** Returns the CPU time of the longest event loop iteration since the last call, in milliseconds. */
async function readLoopStall(shop: ShopProcess): Promise<number> {
  const reports = () => [...shop.output().matchAll(/loop blocked for (\d+) ms/g)];
  const before = reports().length;
  process.kill(shop.pid, 'SIGUSR2');
  while (reports().length === before) await wait(POLL_MS);
  return Number(reports().at(-1)?.[1]);
}

/** Lets visitors request lists until the shop is ready and each visitor has then received `lists` responses. */
export async function runListCrowd(shop: ShopProcess, visitors: number, lists: number): Promise<CrowdFigures> {
  const crowdStartedAt = performance.now();
  const times: number[] = [];
  const figures = {
    served: 0,
    refusedBeforeReady: 0,
    refusedAfterReady: 0,
    refusedAsBusy: 0,
    readyMs: 0,
    slowestHealthMs: 0,
  };
  let isOver = false;
  let price = 50_000 + Math.floor(crowdStartedAt);
  await readLoopStall(shop);

  async function pollHealth(): Promise<void> {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${shop.origin}/healthz`)).arrayBuffer();
      figures.slowestHealthMs = Math.max(figures.slowestHealthMs, performance.now() - startedAt);
      if (figures.readyMs === 0 && (await fetch(`${shop.origin}/readyz`)).ok)
        figures.readyMs = performance.now() - crowdStartedAt;
      await wait(POLL_MS);
    }
  }

  async function visit(n: number): Promise<void> {
    for (let responses = 0, turn = n; responses < lists; turn++) {
      const wasReady = figures.readyMs > 0;
      const startedAt = performance.now();
      const response = await fetch(`${shop.origin}/products?${FILTERS[turn % FILTERS.length]}&maxprice=${price++}`);
      const html = await response.text();
      if (response.status === 200) {
        if (!html.includes('/products/product-')) throw new Error(`The measured list is empty: ${response.url}`);
        figures.served++;
      } else if (html.includes(BUSY)) figures.refusedAsBusy++;
      else if (response.status !== 503) throw new Error(`${response.status} for ${response.url}`);
      else if (wasReady) figures.refusedAfterReady++;
      else figures.refusedBeforeReady++;
      if (!wasReady) continue;
      responses++;
      times.push(performance.now() - startedAt);
    }
  }

  const polling = pollHealth();
  await Promise.all(Array.from({ length: visitors }, (_, n) => visit(n)));
  isOver = true;
  await polling;
  times.sort((a, b) => a - b);
  return {
    ...figures,
    medianReadyListMs: times[times.length >> 1] ?? 0,
    slowestReadyListMs: times.at(-1) ?? 0,
    stallMs: await readLoopStall(shop),
  };
}
