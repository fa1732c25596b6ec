import { performance } from 'node:perf_hooks';
import { refreshListing } from '#lib/catalog/inventory/stock-listing.server.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { startPostgres } from '#support/postgres.ts';
import { peakMb, residentMb } from '#support/process-memory.ts';
import { type ShopProcess, startLikeNpm } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median } from './figures.ts';
import { CLOTHS, SUBCATEGORIES } from './generate-catalogue.ts';
import { figuresOfSizes, MEMORY, type Measurement, savedSizes, saveSize } from './million-figures.ts';
import { preparedData, preparedPostgres } from './prepared-data.ts';
import { cpuTimesOf } from './processor.ts';
import { waitForWordIndex, waitUntilIdle } from './shop-readiness.ts';

const RUNS = 20;
const FEED_BYTES = 4_000_000;

interface MeasuredPage {
  what: string;
  path: string;
  /** Simulates a sale before each request. */
  isAfterSale?: boolean;
}

const PAGES: MeasuredPage[] = [
  { what: 'list, a price', path: '/products?maxprice={n}' },
  { what: 'list, one filter', path: '/products?category=women&maxprice={n}' },
  {
    what: 'list, three filters',
    path: '/products?category=women-kurtas&size=m,l&color=blue&availability=in_stock&maxprice={n}',
  },
  { what: 'list, other filters each time', path: '/products?category=women-{kind}&material={cloth}&maxprice={n}' },
  { what: 'deep page', path: '/products?maxprice={n}&page={deep}' },
  { what: 'list after a sold piece', path: '/products', isAfterSale: true },
  { what: 'fresh list after a sold piece', path: '/products?category=men&maxprice={n}', isAfterSale: true },
  { what: 'search, a rare word', path: '/search?search={rare}' },
  { what: 'search, a common word and a number', path: '/search?search=muslin%20{n}' },
  { what: 'search, common words', path: '/search?search=cotton%20kurta&maxprice={n}' },
  { what: 'search, one common word', path: '/search?search=silk&maxprice={n}' },
  { what: 'product', path: '/products/product-{n}' },
  { what: 'sitemap index after a change', path: '/sitemap-index.xml', isAfterSale: true },
];

/**
 * Pages whose time could grow with the catalogue, requested from a shop process, at each size and on each engine.
 */
export async function measureMillion({ sizes, engines, rounds }: BenchOptions): Promise<Figure[]> {
  const runStartedAt = new Date().toISOString();
  const postgres = engines.includes('postgres') ? await startPostgres() : undefined;
  for (const engine of engines.filter((name) => name !== 'postgres' || postgres)) {
    for (const size of sizes) {
      const prepared = engine === 'postgres' && postgres ? await preparedPostgres(postgres.url, size) : undefined;
      const dataDir = prepared?.dataDir ?? (await preparedData(size));
      const found: Measurement[][] = [];
      for (let round = 0; round < rounds; round++) found.push(await measureShop(dataDir, prepared?.url, size));
      await prepared?.drop();
      const measured = medians(found);
      for (const { what, value, unit } of measured)
        console.log(`${engine} ${size} ${what}: ${value.toFixed(2)} ${unit}`);
      saveSize({ engine, size, measured, measuredAt: new Date().toISOString() });
    }
  }
  await postgres?.stop();
  return figuresOfSizes(savedSizes(), runStartedAt);
}

function medians(rounds: Measurement[][]): Measurement[] {
  return (rounds[0] ?? []).map((first) => {
    const values = rounds.flatMap((round) => round.filter(({ what }) => what === first.what).map(({ value }) => value));
    return { ...first, value: median(values) };
  });
}

async function measureShop(dataDir: string, databaseUrl: string | undefined, size: number): Promise<Measurement[]> {
  const env = { PAGE_CACHE: 'off', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const shop = await startLikeNpm({ dataDir, env });
  const db = await openDatabase({ dataDir, databaseUrl });
  try {
    const measured: Measurement[] = [
      { what: 'start until lists are ready', value: shop.startMs / 1000, unit: 's' },
      { what: 'the same, processor time', value: cpuTimesOf(shop.pid).ranMs / 1000, unit: 's' },
    ];
    const startedAt = performance.now();
    await waitForWordIndex(shop);
    const wordsMs = performance.now() - startedAt;
    measured.push({ what: 'until words are ready', value: (shop.startMs + wordsMs) / 1000, unit: 's' });
    await waitUntilIdle(shop);
    for (const page of PAGES) measured.push(...(await measurePage(shop, db, page, size)));
    measured.push(await measureFeed(shop));
    measured.push({ what: MEMORY, value: residentMb(shop.pid), unit: 'MB' });
    measured.push({ what: 'memory, peak', value: Math.round(peakMb(shop.pid)), unit: 'MB' });
    return measured;
  } finally {
    await db.close();
    await shop.stop();
  }
}

async function measurePage(
  shop: ShopProcess,
  db: ShopDatabase,
  page: MeasuredPage,
  size: number,
): Promise<Measurement[]> {
  const costs: number[] = [];
  const times: number[] = [];
  for (let iteration = -3; iteration < RUNS; iteration++) {
    if (page.isAfterSale) await simulateSale(db, 1 + (((iteration + 7) * 7_919) % size));
    const path = pathOf(page.path, iteration, size);
    const [cost, time] = [cpuTimesOf(shop.pid).ranMs, performance.now()];
    await readPage(shop, path);
    if (iteration < 0) continue;
    times.push(performance.now() - time);
    costs.push(cpuTimesOf(shop.pid).ranMs - cost);
  }
  return [
    { what: page.what, value: median(costs), unit: 'ms', isFlat: true },
    { what: `${page.what}, wall-clock time`, value: median(times), unit: 'ms' },
  ];
}

function pathOf(path: string, iteration: number, size: number): string {
  const index = iteration + 3;
  return path
    .replace('{n}', String(6_000 + iteration * 31))
    .replace('{kind}', SUBCATEGORIES[index % SUBCATEGORIES.length]!)
    .replace('{cloth}', CLOTHS[Math.floor(index / SUBCATEGORIES.length)]!.toLowerCase())
    .replace('{rare}', String(size - 1 - index * 31))
    .replace('{deep}', String(Math.floor(size / 96)));
}

async function readPage(shop: ShopProcess, path: string): Promise<void> {
  const response = await fetch(shop.origin + path);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} responds with ${response.status}`);
}

/** Updates the catalogue like the sale of the last piece of a size, without changing the stock. */
function simulateSale(db: ShopDatabase, productId: number): Promise<void> {
  return transaction(db, async (tx) => {
    const version = (await lockCatalogue(tx)) + 1;
    await refreshListing(tx, productId, version);
    await tx.updateTable('catalogue_state').set({ version }).where('id', '=', 1).execute();
  });
}

/** Processor time for the first megabytes, because the feed grows with the catalogue. */
async function measureFeed(shop: ShopProcess): Promise<Measurement> {
  const cost = cpuTimesOf(shop.pid).ranMs;
  const controller = new AbortController();
  const response = await fetch(`${shop.origin}/feeds/google.xml`, {
    signal: controller.signal,
    headers: { 'accept-encoding': 'identity' },
  });
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes >= FEED_BYTES) break;
  }
  controller.abort();
  return { what: 'feed, its first 4 MB', value: cpuTimesOf(shop.pid).ranMs - cost, unit: 'ms', isFlat: true };
}
