import { expect, test } from 'vitest';
import { countSoldItems } from '#lib/sales/orders/count-sold.server.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('the sales count of products', (open) => {
  test('includes each placed order once, but not unpaid or cancelled ones; a change raises the version', async () => {
    const db = await open();
    await stockGoods(db);
    const { shop, cartOf, place } = orderFixture(db);
    const readSoldCounts = async () =>
      (await db.write.selectFrom('product_listing').select('sold').orderBy('product_id').execute()).map(
        (row) => row.sold,
      );
    const order = await place(await cartOf(['test-kurta', 2], ['test-cloth', 1.5]));
    await place(await cartOf(['test-kurta', 1]));
    await place(await cartOf(['test-kurta', 1]), { payment: 'test' });
    const countedOrders = await Promise.all([countSoldItems(db), countSoldItems(db)]);
    expect(countedOrders.reduce((a, b) => a + b)).toBe(2);
    expect(await readSoldCounts()).toEqual([3, 0, 150]);
    await cancelOrder(shop, order.id, 'customer');
    expect(await countSoldItems(db)).toBe(1);
    expect(await countSoldItems(db)).toBe(0);
    expect(await readSoldCounts()).toEqual([1, 0, 0]);
    const { version } = await db.write.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow();
    const kurta = await db.write
      .selectFrom('product')
      .select('version')
      .where('slug', '=', 'test-kurta')
      .executeTakeFirst();
    expect(kurta?.version).toBe(version);
  });
});
