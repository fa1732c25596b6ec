/**
 * Measures the server time of lists, searches and products in catalogues of several sizes:
 * `node tests/bench/catalogue.ts [sizes] [databaseUrl]`. Each list has a different maximum price, so that the list is
 * not cached. "list cached" repeats the same list.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { searchCatalogue } from '#lib/catalog/listing/search-catalogue.server.ts';
import { ServerListing } from '#lib/catalog/listing/server-listing.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { generateRecords } from './generate-catalogue.ts';

const BATCH_SIZE = 400;
const RUNS = 60;
const LIST_QUERIES = [
  '',
  'category=women',
  'category=women-kurtas&size=m,l&color=blue&availability=in_stock',
  'availability=in_stock&sort=lowtohigh',
  'brand=brand-3&sort=hightolow',
  'size=m&filter=top_sale&page=40',
  'category=children&age=2-3-years',
];

export interface QueryTimes {
  label: string;
  medianMs: number;
  slowestMs: number;
}

/** Imports a generated catalogue, and returns the duration in milliseconds. */
export async function importGenerated(db: ShopDatabase, size: number): Promise<number> {
  const start = performance.now();
  let batch: CatalogueRecord[] = [];
  const pictures = new Map(
    Array.from({ length: 48 }, (_, index) => index).flatMap((index) =>
      ['front', 'cloth'].map((view) => {
        const picture = { hash: `${view}${index}`.padEnd(32, '0'), width: 900, height: 1200, dominant: '#aa8866' };
        return [`generated/${index}-${view}.avif`, picture] as const;
      }),
    ),
  );
  for await (const record of generateRecords(size)) {
    batch.push(record);
    if (batch.length < BATCH_SIZE) continue;
    await saveCatalogueBatch(db, batch, pictures);
    batch = [];
  }
  await saveCatalogueBatch(db, batch, pictures);
  const durationMs = performance.now() - start;
  // PostgreSQL runs this command automatically within a minute.
  if (db.engine === 'postgres') await sql`vacuum analyze`.execute(db.bulk);
  return durationMs;
}

/** Starts the listing as a server does: in a separate thread for large catalogues. */
export async function startListing(db: ShopDatabase, databaseUrl: string | undefined, dataDir: string) {
  const settings = { databaseUrl, dataDir, listsThreadFrom: readSettings({}).listsThreadFrom };
  const listing = new ServerListing({ db, settings, log: pino({ level: 'warn' }) });
  await listing.start();
  await listing.prepare();
  return listing;
}

export async function measureCatalogue(db: ShopDatabase, size: number): Promise<QueryTimes[]> {
  const results: QueryTimes[] = [];
  const time = async (label: string, run: (iteration: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let iteration = 0; iteration < RUNS; iteration++) {
      const start = performance.now();
      await run(iteration);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    results.push({ label, medianMs: times[RUNS >> 1]!, slowestMs: times.at(-1)! });
  };
  for (const filter of LIST_QUERIES) {
    // A unique maximum price makes every list uncached.
    const queryOf = (iteration: number) => new URLSearchParams(`${filter}&maxprice=${90_000 + iteration}`);
    await time(`list uncached ?${filter}`, async (iteration) => {
      const { total } = await listProducts(db, parseListQuery(queryOf(iteration), priceRange({})));
      // An empty list is fast, so its time is meaningless.
      if (total === 0) throw new Error(`The list ?${filter} is empty, so it can't be measured.`);
    });
  }
  await time('list cached', () =>
    listProducts(db, parseListQuery(new URLSearchParams('category=women'), priceRange({}))),
  );
  await time('product', (iteration) => showProduct(db, `product-${(iteration * 7919) % size}`));
  for (const term of ['kurta', 'block print', 'silk', 'ind', 'weaver 12', 'zzzzz']) {
    await time(`search ${term}`, () => searchCatalogue(db, term));
  }
  return results;
}

if (import.meta.main) {
  const sizes = (process.argv[2] ?? '10000,100000').split(',').map(Number);
  for (const size of sizes) {
    const databaseUrl = process.argv[3];
    const dataDir = mkdtempSync(join(tmpdir(), 'taana-catalogue-'));
    const db = await openDatabase({ dataDir, databaseUrl });
    await migrate(db);
    console.log(`${size} products, ${db.engine}: import ${Math.round(await importGenerated(db, size))} ms`);
    const start = performance.now();
    const listing = await startListing(db, databaseUrl, dataDir);
    console.log(
      `index ${Math.round(performance.now() - start)} ms, memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
    );
    for (const { label, medianMs, slowestMs } of await measureCatalogue(db, size)) {
      console.log(`${label.padEnd(76)} ${medianMs.toFixed(2).padStart(8)} ${slowestMs.toFixed(2).padStart(8)}`);
    }
    await listing.stop();
    await db.close();
    rmSync(dataDir, { recursive: true });
  }
}
