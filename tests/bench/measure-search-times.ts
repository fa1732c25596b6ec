import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type ShopProcess, startWithNpmFlags } from '#support/shop-process.ts';
import { type Figure, median, percentile } from './figures.ts';
import { startBareServer } from './load.ts';
import { prepareData, preparePostgres } from './prepared-data.ts';
import { type CpuTimes, cpuTimesOf } from './processor.ts';
import { waitForWordIndex, waitUntilIdle } from './shop-readiness.ts';

const agent = new Agent({ keepAlive: true });
const BUDGET_MS = 10;
/** Words of the generated products, so that most searches find thousands of them, and words with typos. */
const TERMS = [
  'kurta',
  'kurti',
  'block print',
  'silk saree',
  'cotton kurta',
  'blue cotton kurta for women',
  'linen shirt',
  'kruta',
  'indgo',
  'cottonkurta',
  'lenin shrit',
  'zzzzz',
];
/** Suffixes that turn a term into an uncached search. */
const SUFFIXES = {
  'right after a start': ['m', 'l', 'xl', 'red', 'blue', 'green'],
  idle: ['s', 'xs', 'xxl', 'olive', 'teal', 'plum'],
};

const SEARCHES = [
  { label: 'overlay', path: '/public/search/all?search=', budget: BUDGET_MS },
  { label: 'list of results', path: '/public/product?search=new%20', budget: BUDGET_MS },
  { label: 'page of results, rendered', path: '/search?search=more%20', budget: undefined },
];

/** Measures complete searches in a shop process, one after the other, during and after the merge of the word index. */
export async function measureSearchTimes(
  engine: ShopDatabase['engine'],
  size: number,
  serverUrl = '',
): Promise<Figure[]> {
  const prepared = engine === 'postgres' ? await preparePostgres(serverUrl, size) : undefined;
  const dataDir = prepared?.dataDir ?? (await prepareData(size));
  const env = { PAGE_CACHE: 'off', ...(prepared && { DATABASE_URL: prepared.url }) };
  // The first start computes the colour families of all products.
  const firstShop = await startWithNpmFlags({ dataDir, env });
  await waitUntilIdle(firstShop);
  await firstShop.stop();
  const shop = await startWithNpmFlags({ dataDir, env });
  const figures: Figure[] = [];
  try {
    await waitForWordIndex(shop);
    for (const [phase, suffixes] of Object.entries(SUFFIXES)) {
      if (phase === 'idle') await waitUntilIdle(shop);
      for (const { label, path, budget } of SEARCHES) {
        const searchTimes = await measureTimes(shop, path, suffixes);
        figures.push(...figuresOf(`${label}, ${engine}, ${size} products, ${phase}`, searchTimes, budget));
      }
    }
    figures.push(await measureBareServer(shop, engine));
  } finally {
    await shop.stop();
    await prepared?.drop();
  }
  return figures;
}

interface SearchTimes {
  times: number[];
  /** The shop's CPU times per search. */
  cpuTimes: CpuTimes;
}

async function measureTimes(shop: ShopProcess, path: string, suffixes: string[]): Promise<SearchTimes> {
  const before = cpuTimesOf(shop.pid);
  const times: number[] = [];
  for (const suffix of suffixes)
    for (const term of TERMS) times.push(await requestMs(shop.origin + path + encodeURIComponent(`${term} ${suffix}`)));
  const after = cpuTimesOf(shop.pid);
  const perSearch = (key: keyof CpuTimes) => (after[key] - before[key]) / times.length;
  return { times, cpuTimes: { ranMs: perSearch('ranMs'), waitedMs: perSearch('waitedMs') } };
}

/** Sends a request as browsers do, with brotli and keep-alive. `fetch` would request gzip and add a millisecond. */
function requestMs(url: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - start);
        else reject(new Error(`${url} responds with ${response.statusCode}`));
      });
    });
    outgoing.once('error', reject);
  });
}

function figuresOf(label: string, { times, cpuTimes }: SearchTimes, budget: number | undefined): Figure[] {
  const common = { part: 'search', unit: 'ms', ...(budget !== undefined && { budget }) } as const;
  const note = `processor ${cpuTimes.ranMs.toFixed(2)} ms, waited for it ${cpuTimes.waitedMs.toFixed(2)} ms`;
  return [
    { ...common, label, value: median(times), note },
    {
      ...common,
      label: `${label}, 95th percentile`,
      value: percentile(times, 0.95),
      note: `slowest ${Math.max(...times).toFixed(2)} ms`,
    },
  ];
}

/** Measures the round trip, which is part of each time, and the delay that this machine adds to slow requests. */
async function measureBareServer(shop: ShopProcess, engine: string): Promise<Figure> {
  const bareServer = await startBareServer(shop.origin, `${SEARCHES[0]!.path}kurta`, 'br');
  const times: number[] = [];
  for (let iteration = 0; iteration < TERMS.length * 6; iteration++)
    times.push(await requestMs(`${bareServer.origin}/?${iteration}`));
  bareServer.stop();
  const note = `95th percentile ${percentile(times, 0.95).toFixed(2)} ms`;
  return {
    part: 'search',
    label: `bare node:http with the bytes of the overlay, ${engine}`,
    value: median(times),
    unit: 'ms',
    note,
  };
}
