import { expect, test } from 'vitest';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { reorder } from '#lib/sales/orders/reorder.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('reordering', (open) => {
  async function setUpOrder(...goods: [string, number][]) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const { id } = await fixture.place(await fixture.cartOf(...goods));
    const lines = await db.write
      .selectFrom('order_line')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('position')
      .execute();
    const readCartLines = async (token: string | undefined) =>
      (await readCart(fixture.shop, { token })).lines.map(({ product, quantity }) => [product.slug, quantity]);
    const setStock = (sku: string, quantity: number) =>
      db.write.updateTable('variant').set({ quantity }).where('sku', '=', sku).execute();
    // Cart lines are sorted by the time at which they were added, so these times must differ.
    const shop = { ...fixture.shop, now: () => fixture.clock.at++ };
    return { ...fixture, shop, db, lines: lines as OrderLineTable[], readCartLines, setStock };
  }

  test('adds pieces and metres to the cart, and creates a cart for a guest who has none', async () => {
    const { shop, lines, readCartLines } = await setUpOrder(['test-kurta', 2], ['test-cloth', 1.5]);
    const { token, notice } = await reorder(shop, {}, lines);
    expect(notice).toBeUndefined();
    expect(await readCartLines(token)).toEqual([
      ['test-kurta', 2],
      ['test-cloth', 150],
    ]);
    const secondReorder = await reorder(shop, { token }, lines);
    expect(secondReorder.token).toBe(token);
    expect(await readCartLines(token)).toEqual([
      ['test-kurta', 3],
      ['test-cloth', 300],
    ]);
  });

  test('reports unavailable items and adds the others', async () => {
    const { shop, lines, readCartLines, setStock } = await setUpOrder(['test-kurta', 2], ['test-scarf', 1]);
    await setStock('TK-M', 0);
    const { token, notice } = await reorder(shop, {}, lines);
    expect(notice).toMatch(/^Test Kurta: .+/);
    expect(await readCartLines(token)).toEqual([['test-scarf', 1]]);
  });

  test('reports a line with a reduced quantity even if other lines follow it', async () => {
    const { shop, lines, cartOf, readCartLines } = await setUpOrder(['test-kurta', 2], ['test-scarf', 1]);
    const owner = await cartOf(['test-kurta', 2]);
    const { notice } = await reorder(shop, owner, lines);
    expect(await readCartLines(owner.token)).toEqual([
      ['test-kurta', 3],
      ['test-scarf', 1],
    ]);
    expect(notice).toBe('Test Kurta: your cart holds 3. No more can be ordered at the moment.');
  });

  test('is rejected if nothing is available; other errors are rethrown', async () => {
    const { shop, lines, setStock, db } = await setUpOrder(['test-scarf', 1]);
    await setStock('TS', 0);
    await expect(reorder(shop, {}, lines)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^Test Scarf: /),
    });
    await expect(reorder(shop, {}, [])).rejects.toThrow('Nothing in this order is available right now.');
    await db.write.schema.dropTable('cart_line').execute();
    await setStock('TS', 9);
    await expect(reorder(shop, {}, lines)).rejects.toThrow(/cart_line/);
  });
});
