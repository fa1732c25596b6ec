import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { stockMismatches } from '#lib/catalog/inventory/read-ledger.server.ts';
import { runDemoHistory } from '#lib/operations/demo-history/demo-history.server.ts';
import { planHistory, readProgress } from '#lib/operations/demo-history/history-progress.server.ts';
import { HISTORY_DAYS } from '#lib/operations/demo-history/history-step.ts';
import { ORDER_PLANS } from '#lib/operations/demo-history/order-plans.ts';
import { countOpenTasks } from '#lib/operations/today/open-tasks.server.ts';
import { auditProblem, sealAudit } from '#lib/platform/audit/audit-chain.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { integrityProblems } from '#lib/platform/db/integrity.server.ts';
import { DatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { addDemoCoupons } from '#lib/sales/cart/coupons/demo-coupons.server.ts';
import { onBothEngines } from '#support/database.ts';
import { importDemoCatalogue } from '#support/demo-catalogue.ts';
import { readHistory } from '#support/demo-history.ts';
import { newCustomer } from '#support/goods.ts';
import { stockAndSold } from '#support/order-fixture.ts';

const NOW = Date.parse('2026-11-26T18:00:00+05:30');
const LIVE = {
  SHOP_MODE: 'live',
  SITE_URL: 'https://kora.in',
  SECRET_KEY: 'k'.repeat(43),
  SMTP_URL: 'smtp://mail.kora.in',
  MAIL_FROM: 'shop@kora.in',
};

onBothEngines('the demo history', (open, engine) => {
  /** Runs a test only on SQLite, because its rules don't depend on the engine, and each test loads the demo again. */
  const testOnSqlite = test.skipIf(engine === 'postgres');

  /** Creates a demo with a planned history. `logLines` collects the log lines. */
  async function createDemo({ env = {}, now = NOW }: { env?: NodeJS.ProcessEnv; now?: number } = {}) {
    const db = await open();
    await importDemoCatalogue(db);
    const logLines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) });
    const partialShop = { db, now: () => now, secretKey: 'k'.repeat(32), settings: readSettings(env), log };
    const shop = partialShop as unknown as Shop;
    await addDemoCoupons(shop);
    await planHistory(db, now);
    return { db, shop, logLines };
  }

  /** A demo with its complete history, for tests that only read it. */
  let completeDemo: Awaited<ReturnType<typeof createDemo>> & {
    stockBefore: Awaited<ReturnType<typeof readSkusInStock>>;
  };
  beforeAll(async () => {
    const demo = await createDemo();
    const stockBefore = await readSkusInStock(demo.db);
    await runDemoHistory(demo.shop);
    completeDemo = { ...demo, stockBefore };
  });

  test('has orders in all states, with consistent stock and money', async () => {
    const { db, logLines } = completeDemo;
    expect(logLines).toEqual([]);
    expect(await countBy(db, 'orders', 'order_status')).toEqual({
      cancelled: 7,
      delivered: 30,
      in_transit: 3,
      out_for_delivery: 2,
      pending: 1,
      placed: 9,
      processing: 4,
      returned: 5,
      shipped: 4,
    });
    expect(await countBy(db, 'orders', 'payment_status')).toEqual({
      cod: 13,
      failed: 4,
      paid: 42,
      refund_due: 1,
      refunded: 4,
      unpaid: 1,
    });
    expect(await countBy(db, 'refund', 'state')).toEqual({ due: 1, sent: 7 });
    // Goods that buyers send back have no reason of a parcel that came back.
    expect(await countBy(db, 'order_credit', 'return_reason')).toEqual({ refused: 2, null: 11 });
    expect(await countBy(db, 'exchange', 'state')).toEqual({
      approved: 1,
      declined: 1,
      expired: 1,
      received: 3,
      requested: 1,
    });
    expect(await countOpenTasks(db, NOW)).toMatchObject({ toConfirm: 9, toPack: 2, toShip: 2 });
    expect(await countBy(db, 'ticket', 'state')).toEqual({ answered: 2, closed: 2, open: 2 });
    expect(await stockMismatches(db.read)).toEqual([]);
    expect(await integrityProblems(db)).toEqual([]);
    await stockAndSold(db);
    const lines = await db.read.selectFrom('order_line').select(['pre_order_at', 'sell_unit']).execute();
    expect(lines.filter(({ pre_order_at }) => pre_order_at !== null)).toHaveLength(2);
    expect(lines.filter(({ sell_unit }) => sell_unit === 'metre').length).toBeGreaterThan(10);
  });

  test('numbers orders and invoices chronologically, all before the first start', async () => {
    const { db } = completeDemo;
    const orders = await db.read.selectFrom('orders').selectAll().orderBy('number').execute();
    const times = orders.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.min(...times)).toBeGreaterThan(NOW - (HISTORY_DAYS + 1) * DAY_MS);
    const invoices = orders.filter(({ invoice_number }) => invoice_number !== null);
    const sortedByInvoice = invoices.toSorted((a, b) => (String(a.invoice_number) < String(b.invoice_number) ? -1 : 1));
    expect(sortedByInvoice.map(({ invoice_at }) => invoice_at)).toEqual(
      invoices.map(({ invoice_at }) => invoice_at).toSorted((a, b) => Number(a) - Number(b)),
    );
    const { last } = await db.read
      .selectFrom('order_event')
      .select(({ fn }) => fn.max('at').as('last'))
      .executeTakeFirstOrThrow();
    expect(Number(last)).toBeLessThan(NOW);
  });

  test('records who changed an order or hid a review, and leaves the audit log intact', async () => {
    const { db } = completeDemo;
    const readAuthors = (kind: string) =>
      db.read.selectFrom('order_event').select('author').distinct().where('kind', '=', kind).execute();
    expect(await readAuthors('packed')).toEqual([{ author: 'Demo packer' }]);
    expect(await readAuthors('shipped')).toEqual([{ author: 'Demo packer' }]);
    expect(await readAuthors('exchange_approved')).toEqual([{ author: 'Demo owner' }]);
    expect(await readAuthors('released')).toEqual([{ author: 'Taana' }]);
    expect(await readAuthors('placed')).toEqual([{ author: null }]);
    expect(await readAuthors('paid')).toEqual([{ author: 'Test gateway' }]);
    const hideReviewEntries = db.read
      .selectFrom('audit_entry')
      .select('actor_name')
      .where('action', '=', 'hide review');
    expect(await hideReviewEntries.execute()).toEqual([{ actor_name: 'Demo owner' }]);
    const entries = await countBy(db, 'audit_entry', 'actor_kind');
    expect(Object.keys(entries).sort()).toEqual(['gateway', 'job', 'staff']);
    await sealAudit(db);
    expect(await auditProblem(db)).toBeUndefined();
  });

  test('does not sell out any variant', async () => {
    const { db, stockBefore } = completeDemo;
    expect(await readSkusInStock(db)).toEqual(stockBefore);
  });

  test('leaves no emails to be sent', async () => {
    const { db } = completeDemo;
    const mails = await db.read.selectFrom('outbox').select(['sent_at', 'created_at']).execute();
    expect(mails.length).toBeGreaterThan(200);
    expect(mails.filter(({ sent_at, created_at }) => sent_at !== created_at)).toEqual([]);
  });

  test('gives the three customers orders, addresses, wishlists, reviews and tickets, but no sessions', async () => {
    const { db } = completeDemo;
    const customers = await db.read.selectFrom('customer').select(['id', 'email']).orderBy('email').execute();
    expect(customers.map(({ email }) => email)).toEqual([
      'asha@taana.example',
      'joseph@taana.example',
      'meera@taana.example',
    ]);
    for (const { id } of customers) {
      for (const table of ['orders', 'address', 'wishlist_entry', 'review', 'ticket'] as const)
        expect(await countOf(db, table, id), table).toBeGreaterThan(0);
      expect(await countOf(db, 'session', id)).toBe(0);
    }
  });

  testOnSqlite('adds nothing at the second start', async () => {
    const { db, shop } = await createDemo();
    await runDemoHistory(shop);
    const historyBefore = await readHistory(db);
    await planHistory(db, NOW + DAY_MS);
    await runDemoHistory({ ...shop, now: () => NOW + DAY_MS });
    expect(await readHistory(db)).toEqual(historyBefore);
  });

  test('is identical on the same day, and after interruptions', async () => {
    const interruptedDemo = await createDemo();
    for (let stops = 0; stops < 4; stops += 1) {
      let batches = 0;
      await runDemoHistory(interruptedDemo.shop, () => batches++ === 7);
    }
    expect((await readHistory(interruptedDemo.db)).orders.length).toBeLessThan(ORDER_PLANS.length);
    await runDemoHistory(interruptedDemo.shop);
    expect(await readHistory(interruptedDemo.db)).toEqual(await readHistory(completeDemo.db));
  });

  test('continues with fewer steps per transaction after a transaction exceeds its time limit', async () => {
    const { db, shop } = await createDemo();
    let failures = 2;
    const write = db.write.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'UpdateQueryNode' && failures-- > 0)
          throw new DatabaseUnavailable('the time limit was exceeded');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    let transactions = 0;
    await runDemoHistory({ ...shop, db: { ...db, write } }, () => transactions++ === 3);
    expect(await readProgress(db)).toMatchObject({ next: 2 });
  });

  test('is added only once by two concurrent runs', async () => {
    const demo = await createDemo();
    await Promise.all([runDemoHistory(demo.shop), runDemoHistory(demo.shop)]);
    expect(await readHistory(demo.db)).toEqual(await readHistory(completeDemo.db));
  });

  testOnSqlite('skips orders that the owner’s changes have made impossible', async () => {
    const { db, shop, logLines } = await createDemo();
    await db.write.deleteFrom('coupon').where('code', '=', 'FREESHIP').execute();
    await runDemoHistory(shop);
    expect((await readHistory(db)).orders).toHaveLength(ORDER_PLANS.length - 2);
    expect(logLines.length).toBeGreaterThan(2);
    expect(await stockMismatches(db.read)).toEqual([]);
  });

  testOnSqlite('is not added to a live shop, to a shop in use, or if it is turned off', async () => {
    for (const env of [LIVE, { DEMO_HISTORY: 'off' }]) {
      const { db, shop } = await createDemo({ env });
      await runDemoHistory(shop);
      expect((await readHistory(db)).orders).toEqual([]);
      expect(await countBy(db, 'customer', 'email')).toEqual({});
    }
    const { db, shop } = await createDemo();
    await newCustomer(db, 'first@example.in');
    await runDemoHistory(shop);
    expect((await readHistory(db)).orders).toEqual([]);
    await db.write.deleteFrom('customer').execute();
    await runDemoHistory(shop);
    expect((await readHistory(db)).orders).toEqual([]);
  });

  testOnSqlite('ends before the first start, even a few minutes after midnight', async () => {
    const now = Date.parse('2026-11-26T00:03:00+05:30');
    const { db, shop, logLines } = await createDemo({ now });
    await runDemoHistory(shop);
    expect(logLines).toEqual([]);
    const { last } = await db.read
      .selectFrom('order_event')
      .select(({ fn }) => fn.max('at').as('last'))
      .executeTakeFirstOrThrow();
    expect(Number(last)).toBeLessThan(now);
  });
});

type CountedTable = 'orders' | 'refund' | 'exchange' | 'ticket' | 'customer' | 'audit_entry' | 'order_credit';

async function countBy(db: ShopDatabase, table: CountedTable, column: string): Promise<Record<string, number>> {
  const rows = await db.read.selectFrom(table).selectAll().execute();
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const value = String((row as Record<string, unknown>)[column]);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

async function countOf(
  db: ShopDatabase,
  table: 'orders' | 'address' | 'wishlist_entry' | 'review' | 'ticket' | 'session',
  customerId: string,
): Promise<number> {
  const rows = await db.read.selectFrom(table).select('id').where('customer_id', '=', customerId).execute();
  return rows.length;
}

/** Returns the SKUs of the variants in stock. */
async function readSkusInStock(db: ShopDatabase): Promise<string[]> {
  const rows = await db.read.selectFrom('variant').select('sku').where('quantity', '>', 0).orderBy('sku').execute();
  return rows.map(({ sku }) => sku ?? '');
}
