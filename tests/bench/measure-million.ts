import { performance } from 'node:perf_hooks';
import { refreshListing } from '#lib/catalog/inventory/stock-listing.server.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { startPostgres } from '#support/postgres.ts';
import { peakMb, residentMb } from '#support/process-memory.ts';
import { type ShopProcess, startWithNpmFlags } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median } from './figures.ts';
import { FABRICS, SUBCATEGORIES } from './generate-catalogue.ts';
import { figuresOfSizes, MEMORY, type Measurement, savedMeasurements, saveMeasurements } from './million-figures.ts';
import { prepareData, preparePostgres } from './prepared-data.ts';
import { cpuTimesOf } from './processor.ts';
import { waitUntilIdle } from './shop-readiness.ts';

const RUNS = 20;
const WARM_UP_RUNS = 3;
const FEED_BYTES = 4_000_000;

interface MeasuredPage {
  label: string;
  path: string;
  /** Whether a sale is simulated before each request. */
  isAfterSale?: boolean;
}

const PAGES: MeasuredPage[] = [
  { label: 'list, a price', path: '/products?maxprice={n}' },
  { label: 'list, one filter', path: '/products?category=women&maxprice={n}' },
  {
    label: 'list, three filters',
    path: '/products?category=women-kurtas&size=m,l&color=blue&availability=in_stock&maxprice={n}',
  },
  {
    label: 'list, different filters each time',
    path: '/products?category=women-{kind}&material={fabric}&maxprice={n}',
  },
  { label: 'deep page', path: '/products?maxprice={n}&page={deep}' },
  { label: 'list after a sale', path: '/products', isAfterSale: true },
  { label: 'fresh list after a sale', path: '/products?category=men&maxprice={n}', isAfterSale: true },
  { label: 'search, a rare word', path: '/search?search={rare}' },
  { label: 'search, a common word and a number', path: '/search?search=muslin%20{n}' },
  { label: 'search, common words', path: '/search?search=cotton%20kurta&maxprice={n}' },
  { label: 'search, one common word', path: '/search?search=silk&maxprice={n}' },
  { label: 'product', path: '/products/product-{n}' },
  { label: 'sitemap index after a change', path: '/sitemap-index.xml', isAfterSale: true },
];

/** Measures pages whose time could grow with the catalogue, in a shop of each size and on each engine. */
export async function measureCatalogueSizes({ sizes, engines, rounds }: BenchOptions): Promise<Figure[]> {
  const runStartedAt = new Date().toISOString();
  const postgres = engines.includes('postgres') ? await startPostgres() : undefined;
  for (const engine of engines.filter((name) => name !== 'postgres' || postgres)) {
    for (const size of sizes) {
      const prepared = engine === 'postgres' && postgres ? await preparePostgres(postgres.url, size) : undefined;
      const dataDir = prepared?.dataDir ?? (await prepareData(size));
      const roundResults: Measurement[][] = [];
      for (let round = 0; round < rounds; round++) roundResults.push(await measureShop(dataDir, prepared?.url, size));
      await prepared?.drop();
      const measurements = medians(roundResults);
      for (const { label, value, unit } of measurements)
        console.log(`${engine} ${size} ${label}: ${value.toFixed(2)} ${unit}`);
      saveMeasurements({ engine, size, measurements, measuredAt: new Date().toISOString() });
    }
  }
  await postgres?.stop();
  return figuresOfSizes(savedMeasurements(), runStartedAt);
}

function medians(rounds: Measurement[][]): Measurement[] {
  return (rounds[0] ?? []).map((first) => {
    const values = rounds.flatMap((round) =>
      round.filter(({ label }) => label === first.label).map(({ value }) => value),
    );
    return { ...first, value: median(values) };
  });
}

async function measureShop(dataDir: string, databaseUrl: string | undefined, size: number): Promise<Measurement[]> {
  const env = { PAGE_CACHE: 'off', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const shop = await startWithNpmFlags({ dataDir, env });
  const db = await openDatabase({ dataDir, databaseUrl });
  try {
    const measurements: Measurement[] = [
      { label: 'start until lists and searches are ready', value: shop.startMs / 1000, unit: 's' },
      {
        label: 'start until lists and searches are ready, processor time',
        value: cpuTimesOf(shop.pid).ranMs / 1000,
        unit: 's',
      },
    ];
    await waitUntilIdle(shop);
    for (const page of PAGES) measurements.push(...(await measurePage(shop, db, page, size)));
    measurements.push(await measureFeed(shop));
    measurements.push({ label: MEMORY, value: residentMb(shop.pid), unit: 'MB' });
    measurements.push({ label: 'memory, peak', value: Math.round(peakMb(shop.pid)), unit: 'MB' });
    return measurements;
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
  for (let iteration = -WARM_UP_RUNS; iteration < RUNS; iteration++) {
    if (page.isAfterSale) await simulateSale(db, 1 + (((iteration + 7) * 7_919) % size));
    const path = pathOf(page.path, iteration, size);
    const [cpuBefore, startedAt] = [cpuTimesOf(shop.pid).ranMs, performance.now()];
    await readPage(shop, path);
    if (iteration < 0) continue;
    times.push(performance.now() - startedAt);
    costs.push(cpuTimesOf(shop.pid).ranMs - cpuBefore);
  }
  return [
    { label: page.label, value: median(costs), unit: 'ms', isFlat: true },
    { label: `${page.label}, wall-clock time`, value: median(times), unit: 'ms' },
  ];
}

function pathOf(path: string, iteration: number, size: number): string {
  const index = iteration + WARM_UP_RUNS;
  return path
    .replace('{n}', String(6_000 + iteration * 31))
    .replace('{kind}', SUBCATEGORIES[index % SUBCATEGORIES.length]!)
    .replace('{fabric}', FABRICS[Math.floor(index / SUBCATEGORIES.length)]!.toLowerCase())
    .replace('{rare}', String(size - 1 - index * 31))
    .replace('{deep}', String(Math.floor(size / 96)));
}

async function readPage(shop: ShopProcess, path: string): Promise<void> {
  const response = await fetch(shop.origin + path);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} responds with ${response.status}`);
}

/** Updates the catalogue as the sale of the last piece of a size would, without changing the stock. */
function simulateSale(db: ShopDatabase, productId: number): Promise<void> {
  return transaction(db, async (tx) => {
    const version = (await lockCatalogue(tx)) + 1;
    await refreshListing(tx, productId, version);
    await tx.updateTable('catalogue_state').set({ version }).where('id', '=', 1).execute();
  });
}

/** Measures the CPU time of only the first megabytes of the feed, because the feed grows with the catalogue. */
async function measureFeed(shop: ShopProcess): Promise<Measurement> {
  const cpuBefore = cpuTimesOf(shop.pid).ranMs;
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
  return { label: 'first 4 MB of the feed', value: cpuTimesOf(shop.pid).ranMs - cpuBefore, unit: 'ms', isFlat: true };
}
