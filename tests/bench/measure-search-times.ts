import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type ShopProcess, startLikeNpm } from '#support/shop-process.ts';
import { type Figure, median, percentile } from './figures.ts';
import { startBareServer } from './load.ts';
import { preparedData, preparedPostgres } from './prepared-data.ts';
import { type CpuTimes, cpuTimesOf } from './processor.ts';
import { waitForWordIndex, waitUntilIdle } from './shop-readiness.ts';

const agent = new Agent({ keepAlive: true });
const BUDGET_MS = 10;
/** Words of the generated products, so that most searches find thousands of them; then words with typos. */
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
  { what: 'overlay', path: '/public/search/all?search=', budget: BUDGET_MS },
  { what: 'list of results', path: '/public/product?search=new%20', budget: BUDGET_MS },
  { what: 'page of results, rendered', path: '/search?search=more%20', budget: undefined },
];

/** Complete searches of a shop process in sequence, during and after the merge of the word index. */
export async function measureSearchTimes(
  engine: ShopDatabase['engine'],
  size: number,
  serverUrl = '',
): Promise<Figure[]> {
  const prepared = engine === 'postgres' ? await preparedPostgres(serverUrl, size) : undefined;
  const dataDir = prepared?.dataDir ?? (await preparedData(size));
  const env = { PAGE_CACHE: 'off', ...(prepared && { DATABASE_URL: prepared.url }) };
  // The very first start computes the colour families of all products.
  const first = await startLikeNpm({ dataDir, env });
  await waitUntilIdle(first);
  await first.stop();
  const shop = await startLikeNpm({ dataDir, env });
  const figures: Figure[] = [];
  try {
    await waitForWordIndex(shop);
    for (const [when, suffixes] of Object.entries(SUFFIXES)) {
      if (when === 'idle') await waitUntilIdle(shop);
      for (const { what, path, budget } of SEARCHES) {
        const searchTimes = await timesOf(shop, path, suffixes);
        figures.push(...figuresOf(`${what}, ${engine}, ${size} products, ${when}`, searchTimes, budget));
      }
    }
    figures.push(await bareFigure(shop, engine));
  } finally {
    await shop.stop();
    await prepared?.drop();
  }
  return figures;
}

interface SearchTimes {
  times: number[];
  /** The shop's time per search. */
  spent: CpuTimes;
}

async function timesOf(shop: ShopProcess, path: string, suffixes: string[]): Promise<SearchTimes> {
  const before = cpuTimesOf(shop.pid);
  const times: number[] = [];
  for (const suffix of suffixes)
    for (const term of TERMS) times.push(await requestMs(shop.origin + path + encodeURIComponent(`${term} ${suffix}`)));
  const after = cpuTimesOf(shop.pid);
  const perSearch = (key: keyof CpuTimes) => (after[key] - before[key]) / times.length;
  return { times, spent: { ranMs: perSearch('ranMs'), waitedMs: perSearch('waitedMs') } };
}

/** The time of a request in brotli over one connection, as in browsers; `fetch` requests gzip and adds a millisecond. */
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

function figuresOf(what: string, { times, spent }: SearchTimes, budget: number | undefined): Figure[] {
  const common = { part: 'search', unit: 'ms', ...(budget !== undefined && { budget }) } as const;
  const note = `processor ${spent.ranMs.toFixed(2)} ms, waited for it ${spent.waitedMs.toFixed(2)} ms`;
  return [
    { ...common, what, value: median(times), note },
    {
      ...common,
      what: `${what}, 95th percentile`,
      value: percentile(times, 0.95),
      note: `slowest ${Math.max(...times).toFixed(2)} ms`,
    },
  ];
}

/** The part of each time that is the round trip, and the delay that this machine adds to slow requests. */
async function bareFigure(shop: ShopProcess, engine: string): Promise<Figure> {
  const bare = await startBareServer(shop.origin, `${SEARCHES[0]!.path}kurta`, 'br');
  const times: number[] = [];
  for (let iteration = 0; iteration < TERMS.length * 6; iteration++)
    times.push(await requestMs(`${bare.origin}/?${iteration}`));
  bare.stop();
  const note = `95th percentile ${percentile(times, 0.95).toFixed(2)} ms`;
  return {
    part: 'search',
    what: `bare node:http with the bytes of the overlay, ${engine}`,
    value: median(times),
    unit: 'ms',
    note,
  };
}
