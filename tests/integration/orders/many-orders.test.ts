import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { findOrder, latestOrders } from '#lib/sales/orders/record/find-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { queryPlans } from '#support/query-plans.ts';

const COPY_COUNT = 6_000;

/** Places one order, and copies it thousands of times with different email addresses and numbers. */
async function insertManyOrders(db: ShopDatabase): Promise<void> {
  await stockGoods(db);
  const { cartOf, place } = orderFixture(db);
  const order = await place(await cartOf(['test-kurta', 1]));
  const copies = Array.from({ length: COPY_COUNT }, (_, index) => ({
    ...order,
    id: `copy-${index}`,
    number: `TA-2025-${String(index + 500).padStart(6, '0')}`,
    email: `buyer-${index}@example.in`,
    created_at: order.created_at - index,
  }));
  for (let from = 0; from < COPY_COUNT; from += 500) {
    await db.write
      .insertInto('orders')
      .values(copies.slice(from, from + 500))
      .execute();
  }
  await db.write
    .insertInto('number_series')
    .values({ name: 'order-2025', value: COPY_COUNT + 500 })
    .execute();
  await sql`analyze`.execute(db.write);
}

onBothEngines('order search among many orders', (open) => {
  test('finds orders by the end of their number or by email address with an index', async () => {
    const db = await open();
    await insertManyOrders(db);
    expect((await findOrder(db, '777')).number).toBe('TA-2025-000777');
    expect((await findOrder(db, '1')).number).toBe('TA-2026-000001');
    await expect(findOrder(db, '499')).rejects.toThrow('(499)');
    const email = 'buyer-42@example.in';
    expect((await latestOrders(db, 50, { email })).map(({ number }) => number)).toEqual(['TA-2025-000542']);
    const plan = await queryPlans(db, async (watched) => {
      await findOrder(watched, '777');
      await latestOrders(watched, 50, { email });
      await latestOrders(watched, 50);
    });
    expect(plan).not.toMatch(/SCAN orders"|Seq Scan on orders/);
    expect(plan).toContain('orders_of_email');
  });
});
