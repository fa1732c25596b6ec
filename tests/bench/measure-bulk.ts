import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { planBulkAction } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';
import { startBulkAction } from '#lib/catalog/admin/bulk/run-bulk-actions.server.ts';
import { COMMAND_LINE, runAs } from '#lib/platform/actor/actor.server.ts';
import { readBulkAction } from '#lib/platform/bulk/bulk-action-rows.server.ts';
import { chunksForInsert } from '#lib/platform/db/chunks.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { startPostgres } from '#support/postgres.ts';
import { type ShopProcess, startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { addStaff } from '#support/staff.ts';
import { createDatabase } from '#support/test-database.ts';
import type { BenchOptions } from './bench-options.ts';
import { importGenerated } from './catalogue.ts';
import { type Figure, median, percentile } from './figures.ts';
import { startVisitors } from './visits.ts';

const PRODUCTS = 100_000;
const CUSTOMERS = 100_000;
const CHANGED_PRODUCTS = 20_000;
const RUNS = 15;
const PAGE_BUDGET_MS = 50;
const SHOPPER_BUDGET_MS = 100;
const POLL_MS = 200;

const PAGES = [
  '/admin',
  '/admin/products',
  '/admin/products?search=cotton',
  '/admin/products?search=cotton+kurta+indigo',
  '/admin/products?status=active&sort=price',
  '/admin/products?stock=low',
  '/admin/products/50000',
  '/admin/customers',
  '/admin/customers?search=asha+4242',
  '/admin/customers?search=9876542424',
  '/admin/customers/customer-050000',
  '/admin/inbox',
  '/admin/money',
];

/** The paths that shoppers open. `{n}` is a new number in each visit, so that the last two pages are not cached. */
const SHOPPER_PATHS = ['/', '/products', '/products?category=women&maxprice={n}', '/products/product-{n}'];

type Change = Parameters<typeof planBulkAction>[1]['change'];
const PRICE_RISE: Change = { action: 'price', direction: 'up', amount: 5, unit: 'percent', rounding: 'rupee' };

/** Measures the admin of a shop with many products and customers, and shoppers' pages while many prices change. */
export async function measureBulkActions({ engines }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const postgres = engines.includes('postgres') ? await startPostgres() : undefined;
  for (const engine of engines.filter((name) => name !== 'postgres' || postgres)) {
    const database = engine === 'postgres' && postgres ? await createDatabase(postgres.url) : undefined;
    const data = temporaryDir('bench-bulk');
    const db = await openDatabase({ dataDir: data.dir, databaseUrl: database?.url });
    await migrate(db);
    await importGenerated(db, PRODUCTS);
    await fillCustomers(db);
    // PostgreSQL runs this command automatically within a minute.
    if (engine === 'postgres') await sql`vacuum analyze`.execute(db.bulk);
    const shop = await startWithNpmFlags({ dataDir: data.dir, env: database ? { DATABASE_URL: database.url } : {} });
    const engineFigures = [...(await measurePages(db, shop)), ...(await measureChange(db, shop))];
    const column = `${engine}, ${PRODUCTS.toLocaleString('en-IN')} products and customers`;
    figures.push(...engineFigures.map((figure) => ({ ...figure, column })));
    await shop.stop();
    await db.close();
    await database?.drop();
    data.remove();
  }
  await postgres?.stop();
  return figures;
}

async function fillCustomers(db: ShopDatabase): Promise<void> {
  const start = Date.parse('2024-01-01T00:00:00Z');
  const customers = Array.from({ length: CUSTOMERS }, (_, n) => ({
    ...{ id: `customer-${String(n).padStart(6, '0')}`, email: `asha.${n}@example.in`, name: `Asha Rao ${n}` },
    ...{ mobile: `98765${String(n).padStart(5, '0')}`, created_at: start + n * 60_000, updated_at: start + n * 60_000 },
  }));
  for (const rows of chunksForInsert(customers)) await db.bulk.insertInto('customer').values(rows).execute();
}

async function measurePages(db: ShopDatabase, shop: ShopProcess): Promise<Figure[]> {
  const { token } = await addStaff(db);
  const figures: Figure[] = [];
  for (const path of PAGES) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const startedAt = performance.now();
      const response = await fetch(shop.origin + path, { headers: { cookie: `admin=${token}` } });
      await response.arrayBuffer();
      times.push(performance.now() - startedAt);
      if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`);
    }
    const note = `at most ${Math.max(...times).toFixed(1)} ms`;
    figures.push({ part: 'bulk', label: path, value: median(times), unit: 'ms', budget: PAGE_BUDGET_MS, note });
  }
  return figures;
}

/** Previews and changes the prices of many products while shoppers open pages. */
async function measureChange(db: ShopDatabase, shop: ShopProcess): Promise<Figure[]> {
  const shoppers = startVisitors(shop.origin, SHOPPER_PATHS);
  await wait(5_000);
  const timesBefore = shoppers.take();
  const ids = await db.read.selectFrom('product').select('id').orderBy('id').limit(CHANGED_PRODUCTS).execute();
  const context = { db, now: Date.now, settings: readSettings({}) };
  const [bulkActionId, previewS] = await measureSeconds(async () => {
    const id = await runAs(COMMAND_LINE, () =>
      planBulkAction(context, { change: PRICE_RISE, chosen: { products: ids.map(({ id }) => id) } }),
    );
    await waitUntilState(db, id, 'planned');
    return id;
  });
  const timesDuringPreview = shoppers.take();
  const [, changeS] = await measureSeconds(async () => {
    await runAs(COMMAND_LINE, () => startBulkAction(context, bulkActionId));
    await waitUntilState(db, bulkActionId, 'done');
  });
  const timesDuringChange = shoppers.take();
  await shoppers.stop();
  const label = `prices of ${CHANGED_PRODUCTS.toLocaleString('en-IN')} products`;
  const p99 = (name: string, times: number[]): Figure => ({
    ...{
      part: 'bulk',
      label: `a shopper’s page during ${name}, 99th percentile`,
      unit: 'ms',
      budget: SHOPPER_BUDGET_MS,
    },
    value: percentile(times, 0.99),
    note: `${percentile(timesBefore, 0.99).toFixed(1)} ms before it; ${times.length.toLocaleString('en-IN')} pages`,
  });
  return [
    { part: 'bulk', label: `preview of the ${label}`, value: previewS, unit: 's' },
    p99('the preview', timesDuringPreview),
    { part: 'bulk', label: `change of the ${label}`, value: changeS, unit: 's' },
    p99('the change', timesDuringChange),
  ];
}

async function waitUntilState(db: ShopDatabase, bulkActionId: string, state: 'planned' | 'done'): Promise<void> {
  while ((await readBulkAction(db, bulkActionId, 'product')).state !== state) await wait(POLL_MS);
}

async function measureSeconds<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now();
  const result = await work();
  return [result, (performance.now() - startedAt) / 1_000];
}
