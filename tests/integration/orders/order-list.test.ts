import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { listOrders } from '#lib/sales/orders/list/list-orders.server.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';
import { changeOrder } from '#lib/sales/orders/record/change-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';
import { planOf } from '#support/plan-of.ts';

const START = Date.parse('2026-11-20T06:00:00Z');
const MINUTE_MS = 60_000;
const COPIES = 4_000;

onBothEngines('the list of orders', (open) => {
  async function begin() {
    const db = await open();
    const add = (n: number, more: Parameters<typeof insertOrder>[2] = {}) =>
      insertOrder(db, `o${n}`, {
        number: `TNA-2026-${String(n).padStart(6, '0')}`,
        created_at: START + n * MINUTE_MS,
        ...more,
      });
    const numbers = async (typed: Record<string, string>) => {
      const { rows } = await listOrders(db, ORDER_QUERY.parse(typed));
      return rows.map(({ id }) => id);
    };
    return { db, add, numbers };
  }

  test('shows open orders first, the oldest at the top', async () => {
    const { add, numbers } = await begin();
    await add(1, { order_status: 'delivered' });
    await add(2, { order_status: 'placed' });
    await add(3, { order_status: 'processing' });
    await add(4, { order_status: 'pending', payment_status: 'unpaid' });
    expect(await numbers({})).toEqual(['o2', 'o3']);
    expect(await numbers({ status: 'all' })).toEqual(['o4', 'o3', 'o2', 'o1']);
    expect(await numbers({ status: 'delivered' })).toEqual(['o1']);
    expect(await numbers({ status: 'all', payment: 'unpaid' })).toEqual(['o4']);
    expect(await numbers({ status: 'nonsense', payment: 'x', from: 'y', after: '1; drop' })).toEqual(['o2', 'o3']);
  });

  test('filters by days in India', async () => {
    const { add, numbers } = await begin();
    await add(1, { created_at: Date.parse('2026-11-20T18:29:59Z') });
    await add(2, { created_at: Date.parse('2026-11-20T18:30:00Z') });
    expect(await numbers({ from: '2026-11-21' })).toEqual(['o2']);
    expect(await numbers({ to: '2026-11-20' })).toEqual(['o1']);
    expect(await numbers({ from: '2026-11-20', to: '2026-11-21' })).toEqual(['o1', 'o2']);
  });

  test.each([
    ['the whole number', 'tna-2026-000012'],
    ['the end of the number', '12'],
    ['the name', 'asha'],
    ['the beginning of a name', 'Ash'],
    ['all words of a name', 'rao asha'],
    ['an accent', 'Âsha'],
    ['the email address', 'ASHA@example.in'],
    ['the mobile number', '98765 43210'],
    ['the mobile number with country code', '+91 98765 43210'],
    ['the last four digits', '3210'],
    ['the pincode', '560001'],
    ['the city', 'bengaluru'],
    ['an SKU', 'kur-ind-m'],
    ['the tracking number', 'AWB123456'],
    ['the amount', '₹1,299'],
  ])('finds an order by %s', async (_what, search) => {
    const { db, add, numbers } = await begin();
    await add(12, {
      email: 'asha@example.in',
      mobile: '9876543210',
      tracking_number: 'AWB123456',
      total_paise: 129_900,
      address: { name: 'Asha Rao', city: 'Bengaluru', pincode: '560001', state: 'Karnataka', mobile: '9876543210' },
      skus: ['KUR-IND-M'],
      order_status: 'shipped',
    });
    await add(99, { address: { name: 'Bela Shah', city: 'Surat', pincode: '395003', state: 'Gujarat' } });
    await indexOrders(db);
    expect(await numbers({ search })).toEqual(['o12']);
  });

  test('finds nothing for a text that is too short, and says when orders are missing', async () => {
    const { db, add, numbers } = await begin();
    await add(1);
    expect((await listOrders(db, ORDER_QUERY.parse({ search: 'asha' }))).isComplete).toBe(false);
    expect(await indexOrders(db)).toBe(1);
    expect((await listOrders(db, ORDER_QUERY.parse({ search: 'asha' }))).isComplete).toBe(true);
    expect(await numbers({ search: 'x' })).toEqual([]);
  });

  test('finds an order by its new tracking number, and no longer by the old one', async () => {
    const { db, add, numbers } = await begin();
    await add(1, { tracking_number: 'OLD-111', order_status: 'shipped' });
    await indexOrders(db);
    await transaction(db, (tx) => changeOrder(tx, 'o1', {}, { tracking_number: 'NEW-222', updated_at: START }));
    await indexOrders(db);
    expect(await numbers({ search: 'new-222' })).toEqual(['o1']);
    expect(await numbers({ search: 'old-111' })).toEqual([]);
  });

  test('shows every order once, page by page, while orders are placed', async () => {
    const { db, add } = await begin();
    // Some have the same time.
    for (let n = 1; n <= 120; n++) await add(n, { created_at: START + Math.floor(n / 7) * MINUTE_MS });
    const seen: string[] = [];
    for (let after: string | undefined, page = 1; page <= 3; page++) {
      const { rows, next } = await listOrders(db, ORDER_QUERY.parse({ status: 'all', ...(after ? { after } : {}) }));
      seen.push(...rows.map(({ id }) => id));
      after = next;
      await add(1000 + page, { created_at: START + 100 * MINUTE_MS });
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  test('never reads all orders', async () => {
    const { db, add } = await begin();
    await add(0);
    const { id: _, ...order } = await db.write.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: COPIES }, (_, n) => ({
      ...order,
      id: `copy-${n}`,
      number: `TNA-2025-${String(n).padStart(6, '0')}`,
      mobile: String(9_000_000_000 + n),
      order_status: n % 1_000 === 0 ? ('placed' as const) : ('delivered' as const),
      payment_status: n % 1_000 === 1 ? ('refund_due' as const) : ('paid' as const),
      created_at: START + n * MINUTE_MS,
    }));
    for (let from = 0; from < COPIES; from += 500)
      await db.write
        .insertInto('orders')
        .values(copies.slice(from, from + 500))
        .execute();
    await indexOrders(db);
    await sql`analyze`.execute(db.write);
    const lists = [
      {},
      { status: 'delivered' },
      { status: 'all' },
      { status: 'all', payment: 'refund_due' },
      { status: 'all', from: '2026-11-20', to: '2026-11-20' },
      { search: '9000000042' },
      { search: 'TNA-2025-000042', status: 'all' },
    ];
    const plan = await planOf(db, async (recorded) => {
      for (const typed of lists) await listOrders(recorded, ORDER_QUERY.parse(typed));
    });
    expect(plan).not.toMatch(/SCAN orders"|Seq Scan on orders|Seq Scan on order_term|SCAN order_term"/);
  });
});
