import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { countRefusedParcels, pincodeHistory } from '#lib/sales/cash-rules/cash-history.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { changeOrder } from '#lib/sales/orders/record/change-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';
import { queryPlans } from '#support/query-plans.ts';

const START = Date.parse('2026-11-20T06:00:00Z');
const CHENNAI = { city: 'Chennai', pincode: '600001', state: 'Tamil Nadu' };
const SRINAGAR = { city: 'Srinagar', pincode: '190001', state: 'Jammu and Kashmir' };

onBothEngines('cash orders to a pincode', (open) => {
  async function setUp() {
    const db = await open();
    const add = (id: string, overrides: Parameters<typeof insertOrder>[2] = {}) =>
      insertOrder(db, id, {
        created_at: START,
        address: CHENNAI,
        order_status: 'shipped',
        ...overrides,
      });
    const addDelivered = (id: string, overrides: Parameters<typeof insertOrder>[2] = {}) =>
      add(id, { order_status: 'delivered', payment_status: 'paid', delivered_at: START, ...overrides });
    const addReturned = (id: string, overrides: Parameters<typeof insertOrder>[2] = {}) =>
      add(id, { order_status: 'returned', payment_status: 'failed', ...overrides });
    return { db, add, addDelivered, addReturned };
  }

  test('are counted when they have been delivered or returned', async () => {
    const { db, add, addDelivered, addReturned } = await setUp();
    await addDelivered('delivered');
    await addDelivered('sent back later', { order_status: 'returned' });
    await addReturned('refused');
    await addDelivered('elsewhere', { address: SRINAGAR });
    await addReturned('prepaid', { payment_method: 'razorpay', payment_status: 'refunded' });
    await addDelivered('at the counter', { collected: 1 });
    await add('on its way');
    await add('placed', { order_status: 'placed' });
    await add('cancelled', { order_status: 'cancelled', payment_status: 'failed' });
    expect(await pincodeHistory(db, '600001')).toEqual({ delivered: 0, returned: 0 });
    await indexOrders(db);
    expect(await pincodeHistory(db, '600001')).toEqual({ delivered: 2, returned: 1 });
    expect(await pincodeHistory(db, '190001')).toEqual({ delivered: 1, returned: 0 });
    expect(await pincodeHistory(db, '110001')).toEqual({ delivered: 0, returned: 0 });
  });

  test('can be counted from a given time, and are counted for the corrected address', async () => {
    const { db, addReturned } = await setUp();
    await addReturned('old', { created_at: START - 1 });
    await addReturned('new');
    await indexOrders(db);
    expect(await pincodeHistory(db, '600001', START)).toEqual({ delivered: 0, returned: 1 });
    const address_json = JSON.stringify(SRINAGAR);
    await transaction(db, (tx) => changeOrder(tx, 'new', {}, { address_json, updated_at: START }));
    await indexOrders(db);
    expect(await pincodeHistory(db, '600001')).toEqual({ delivered: 0, returned: 1 });
    expect(await pincodeHistory(db, '190001')).toEqual({ delivered: 0, returned: 1 });
  });

  test('are found with an index', async () => {
    const { db, addReturned } = await setUp();
    await addReturned('one');
    const order = await db.write.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: 4_000 }, (_, n) => ({
      ...{
        ...order,
        order_status: n % 10 === 0 ? ('returned' as const) : ('delivered' as const),
        id: `copy-${n}`,
        number: `TNA-${n}`,
        searchable: 3,
      },
      delivery_pincode: String(500_000 + n),
      mobile: String(9_000_000_000 + n),
      mailbox: `buyer-${n}@example.in`,
    }));
    for (let from = 0; from < copies.length; from += 500)
      await db.write
        .insertInto('orders')
        .values(copies.slice(from, from + 500))
        .execute();
    await sql`analyze`.execute(db.write);
    const person = { mailboxes: ['asha@example.in'], mobile: '9876543210' };
    const plan = await queryPlans(db, async (recorded) => {
      await pincodeHistory(recorded, '500042');
      await countRefusedParcels(recorded.read, person, START);
    });
    expect(plan).toContain('orders_cash_of_pincode');
    expect(plan).not.toMatch(/SCAN orders|Seq Scan on orders/);
  });
});
