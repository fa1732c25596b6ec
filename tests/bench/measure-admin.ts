import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { FORM_TOKEN, formToken } from '#lib/admin/access/form-token.server.ts';
import { readStaffSession } from '#lib/admin/sign-in/sessions.server.ts';
import { readToday, recentSales } from '#lib/operations/today/today.server.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { secretKeyOf } from '#lib/platform/secret-key.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { cashReceived, cashWithCouriers } from '#lib/sales/money-reports/courier-cash.server.ts';
import { goodsSold } from '#lib/sales/money-reports/goods-sold.server.ts';
import { readGstr1 } from '#lib/sales/money-reports/gstr1/read-gstr1.server.ts';
import { monthOf } from '#lib/sales/money-reports/month.ts';
import { monthReport } from '#lib/sales/money-reports/month-report.server.ts';
import { filterChoices, listOrders } from '#lib/sales/orders/list/list-orders.server.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { startPostgres } from '#support/postgres.ts';
import { peakMb, resetPeak, residentMb } from '#support/process-memory.ts';
import { type ShopProcess, startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { addStaff } from '#support/staff.ts';
import { createDatabase } from '#support/test-database.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, median, percentile } from './figures.ts';
import { fillOrderHistory, fillProducts, HISTORY_ENDS_AT } from './order-history.ts';

const ORDERS = 100_000;
const RUNS = 15;
const LIST_BUDGET_MS = 50;
const EXPORT_BUDGET_MB = 120;
const SHOPPER_PAUSE_MS = 20;
const DEEP_PAGE = { after: `${Date.parse('2025-06-01T00:00:00Z')}.order-00050000`, status: 'all', sort: 'newest' };

/** Queries for the list of orders, by the name of the figure. */
const LISTS: Record<string, Record<string, string>> = {
  'open orders': {},
  'all, newest first': { status: 'all' },
  'all, oldest first': { status: 'all', sort: 'oldest' },
  'all, a page far down': DEEP_PAGE,
  'all, a previous page far down': { before: DEEP_PAGE.after, status: 'all', sort: 'newest' },
  'all, highest amount first': { status: 'all', sort: 'highest' },
  'all, lowest amount first': { status: 'all', sort: 'lowest' },
  'open, highest amount first': { sort: 'highest' },
  'delivered, highest amount first': { status: 'delivered', sort: 'highest' },
  'filter: delivered': { status: 'delivered' },
  'filter: returned': { status: 'returned' },
  'filter: refund due': { status: 'all', payment: 'refund_due' },
  'filter: paid': { status: 'all', payment: 'paid' },
  'filter: paid, highest amount first': { status: 'all', payment: 'paid', sort: 'highest' },
  'filter: to pack': { status: 'to_pack' },
  'filter: pre-orders': { status: 'pre_order' },
  'filter: COD not confirmed': { status: 'cod_unconfirmed' },
  'filter: cash not received': { status: 'cash_due' },
  'filter: cash not received, highest amount first': { status: 'cash_due', sort: 'highest' },
  'filter: one day': { status: 'all', from: '2026-03-01', to: '2026-03-01' },
  'filter: a year, highest amount first': { status: 'all', from: '2025-11-01', to: '2026-10-31', sort: 'highest' },
  'filter: state': { status: 'all', state: 'Kerala' },
  'filter: state, highest amount first': { status: 'all', state: 'Kerala', sort: 'highest' },
  'filter: zone': { status: 'all', zone: 'South India' },
  'filter: zone, highest amount first': { status: 'all', zone: 'South India', sort: 'highest' },
  'filter: courier': { status: 'all', carrier: 'DTDC' },
  'filter: open, zone': { zone: 'Hyderabad' },
  'filter: delivered, paid, zone and courier': {
    ...{ status: 'delivered', payment: 'paid', zone: 'Far places', carrier: 'India Post' },
  },
  'search: number': { search: 'TNA-2026-040000' },
  'search: end of a number': { search: '40000' },
  'search: beginning of ten thousand numbers': { search: 'TNA-2026-04' },
  'search: beginning of every number': { search: 'TNA' },
  'search: beginning of every number, and a name': { search: 'TNA asha' },
  'search: beginning of every number, highest amount first': { search: 'TNA', sort: 'highest' },
  'search: last four digits of a mobile number': { search: '4242' },
  'search: name': { search: 'asha rao' },
  'search: first and last name, and city': { search: 'asha rao bengaluru' },
  'search: city and its state': { search: 'bengaluru karnataka' },
  'search: pincode': { search: '560042' },
  'search: city': { search: 'bengaluru' },
  'search: SKU': { search: 'sku-0042-m' },
  'search: tracking number': { search: 'awb100040000' },
};

/** A month with many orders. */
const MONTH = monthOf('2026-10');
const REPORTS: Record<string, (db: ShopDatabase) => Promise<unknown>> = {
  'Money: a month': (db) => monthReport(db, MONTH),
  'Money: GSTR-1': (db) => readGstr1(db, MONTH),
  'Money: cash with couriers': (db) => Promise.all([cashWithCouriers(db), cashReceived(db, MONTH)]),
  'Money: goods by product': (db) => goodsSold(db, 'product', MONTH),
  'Money: goods by size': (db) => goodsSold(db, 'size', MONTH),
};

/** Measures the admin's "Today", "Orders" and "Money", and the export of orders, with a hundred thousand orders. */
export async function measureAdmin({ engines }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const postgres = engines.includes('postgres') ? await startPostgres() : undefined;
  for (const engine of engines.filter((name) => name !== 'postgres' || postgres)) {
    const database = engine === 'postgres' && postgres ? await createDatabase(postgres.url) : undefined;
    const data = temporaryDir('bench-admin');
    const db = await openDatabase({ dataDir: data.dir, databaseUrl: database?.url });
    await migrate(db);
    await stockGoods(db);
    await db.write.updateTable('variant').set({ quantity: 1_000_000 }).execute();
    await fillProducts(db);
    await fillOrderHistory(db, ORDERS);
    const column = `${engine}, ${ORDERS.toLocaleString('en-IN')} orders`;
    figures.push(...(await measurePages(db)).map((figure) => ({ ...figure, column })));
    figures.push(...(await measureExport(db, data.dir, database?.url)).map((figure) => ({ ...figure, column })));
    await db.close();
    await database?.drop();
    data.remove();
  }
  await postgres?.stop();
  return figures;
}

/** Measures the queries for "Today", for the list of orders and for "Money". */
async function measurePages(db: ShopDatabase): Promise<Figure[]> {
  const shop = { db, settings: readSettings({}), now: () => HISTORY_ENDS_AT };
  const figures = [
    await measurePage('Today: tasks and stock', () => readToday(shop)),
    await measurePage('Today: sales', () => recentSales(shop)),
  ];
  for (const [label, params] of Object.entries(LISTS)) {
    const query = ORDER_QUERY.parse(params);
    figures.push(await measurePage(label, () => Promise.all([listOrders(db, query), filterChoices(db)])));
  }
  for (const [label, read] of Object.entries(REPORTS)) figures.push(await measurePage(label, () => read(db)));
  return figures;
}

async function measurePage(label: string, read: () => Promise<unknown>): Promise<Figure> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const startedAt = performance.now();
    await read();
    times.push(performance.now() - startedAt);
  }
  const note = `at most ${Math.max(...times).toFixed(1)} ms`;
  return { part: 'admin', label, value: median(times), unit: 'ms', budget: LIST_BUDGET_MS, note };
}

/** Measures the export of all orders as CSV while a shopper opens pages and places orders. */
async function measureExport(db: ShopDatabase, dataDir: string, databaseUrl: string | undefined): Promise<Figure[]> {
  const shop = await startWithNpmFlags({
    dataDir,
    env: { ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), TRUSTED_PROXIES: '1' },
  });
  try {
    const { token } = await addStaff(db);
    const variant = String(await variantOf(db, 'test-kurta'));
    const shopper = startShopper(shop, variant);
    await wait(3_000);
    const beforeExport = shopper.take();
    const beforeExportMb = residentMb(shop.pid);
    resetPeak(shop.pid);
    const startedAt = performance.now();
    const { bytes, lines } = await exportAll(db, shop, dataDir, token);
    const seconds = (performance.now() - startedAt) / 1_000;
    const peakDuringExportMb = peakMb(shop.pid);
    const duringExport = shopper.take();
    shopper.stop();
    const note = `${lines.toLocaleString('en-IN')} lines, ${(bytes / 1e6).toFixed(0)} MB; ${peakDuringExportMb.toFixed(0)} MB in total; ${duringExport.orders} orders placed meanwhile`;
    const common = { part: 'admin' } as const;
    return [
      {
        ...common,
        label: 'memory that the export of all orders adds',
        value: peakDuringExportMb - beforeExportMb,
        unit: 'MB',
        budget: EXPORT_BUDGET_MB,
        note,
      },
      { ...common, label: 'export of all orders', value: seconds, unit: 's' },
      {
        ...common,
        label: 'a shopper’s request during the export, 99th percentile',
        value: percentile(duringExport.times, 0.99),
        unit: 'ms',
        note: `${percentile(beforeExport.times, 0.99).toFixed(1)} ms before it`,
      },
    ];
  } finally {
    await shop.stop();
  }
}

/** Opens pages and places orders one by one until `stop` is called. `take` returns the visits since its last call. */
function startShopper(shop: ShopProcess, variant: string) {
  let isOver = false;
  let latestVisits = { times: [] as number[], orders: 0 };
  const recordTime = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    latestVisits.times.push(performance.now() - startedAt);
  };
  const run = async () => {
    for (let n = 0; !isOver; n++) {
      const buyer = new HttpBuyer(`203.0.${Math.floor(n / 250) % 250}.${n % 250}`);
      const contact = { email: `shopper-${n}@example.in`, mobile: '9876543210' };
      await recordTime(async () => (await fetch(`${shop.origin}/products/test-kurta`)).arrayBuffer());
      await recordTime(() => buyer.addToCart(shop.origin, 'test-kurta', variant, 1));
      await recordTime(async () => {
        const { status } = await buyer.order(shop.origin, `bench-${n}`, { contact });
        if (status === 200) latestVisits.orders += 1;
      });
      await wait(SHOPPER_PAUSE_MS);
    }
  };
  void run();
  return {
    take() {
      const takenVisits = latestVisits;
      latestVisits = { times: [], orders: 0 };
      return takenVisits;
    },
    stop() {
      isOver = true;
    },
  };
}

async function exportAll(db: ShopDatabase, shop: ShopProcess, dataDir: string, token: string) {
  const secretKey = await secretKeyOf(readSettings({ DATA_DIR: dataDir }));
  const session = await readStaffSession({ db, now: Date.now }, token);
  if (!session) throw new Error('The session has ended.');
  const response = await fetch(`${shop.origin}/admin/orders/export`, {
    method: 'POST',
    headers: { cookie: `admin=${token}`, origin: shop.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'status=all', [FORM_TOKEN]: formToken({ secretKey }, session) }),
  });
  if (!response.ok || !response.body) throw new Error(`The export responded with ${response.status}.`);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { bytes, lines };
}
