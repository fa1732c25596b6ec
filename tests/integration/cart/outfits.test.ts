import { expect, test } from 'vitest';
import { addOutfit, outfitsWith, readOutfit } from '#lib/sales/cart/outfits.server.ts';
import { readCart } from '#lib/sales/cart/read-cart.server.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { offerOutfit, TEST_OUTFIT } from '#support/offer-outfit.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('outfits', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const { shop } = fixture;
    const [kurta, soldOut, scarf] = await Promise.all([
      variantOf(db, 'test-kurta'),
      variantOf(db, 'test-kurta', 1),
      variantOf(db, 'test-scarf'),
    ]);
    const add = (...variantIds: string[]) => addOutfit(shop, {}, { slug: TEST_OUTFIT.slug, variantIds });
    return { db, fixture, shop, kurta, soldOut, scarf, add };
  }

  test('are not offered in a new shop', async () => {
    const { shop, add, kurta, scarf } = await setUp();
    expect([await readOutfit(shop, TEST_OUTFIT.slug), outfitsWith(shop.db, 'test-kurta')]).toEqual([undefined, []]);
    await expect(add(kurta, scarf)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('become cart and order lines, each with its share of the discount, also when returned', async () => {
    const { db, fixture, shop, add, kurta, scarf } = await setUp();
    await offerOutfit(db);
    expect(await readOutfit(shop, TEST_OUTFIT.slug)).toMatchObject({ sumPaise: 179_950, pricePaise: 161_955 });
    const { cart, token } = await add(kurta, scarf);
    expect(cart.lines.map(({ product, totals }) => [product.slug, totals?.discountPaise])).toEqual([
      ['test-kurta', 14_995],
      ['test-scarf', 3_000],
    ]);
    expect(cart.totals).toMatchObject({ outfitPaise: 17_995, discountPaise: 17_995 });
    const owner = { token };
    await db.write.updateTable('cart').set({ coupon_code: null }).execute();

    const order = await fixture.place(owner, { total: (await readCart(shop, owner)).totals.totalPaise / 100 });
    expect(order).toMatchObject({ outfit_paise: 17_995, discount_paise: 17_995, coupon_code: null });
    const [mail] = await fixture.mails('order_placed');
    expect(mail?.text).toMatch(/Outfit discount: −₹179\.95/);
    expect((await fixture.stock())['test-kurta']?.stock).toBe(4);

    // A single part of an outfit can be returned under the usual rules.
    await moveOrder(shop, order.id, 'shipped');
    await moveOrder(shop, order.id, 'delivered');
    const scarfLine = (await linesOf(db, order.id)).find(({ slug }) => slug === 'test-scarf');
    await recordReturn(shop, order.id, { lines: [{ position: scarfLine?.position ?? -1, quantity: 1 }] });
    const [credit] = await db.write.selectFrom('order_credit').selectAll().execute();
    expect(credit?.total_paise).toBe(27_000);
  });

  test('are not added if a part is not chosen or is sold out', async () => {
    const { db, shop, add, kurta, soldOut, scarf } = await setUp();
    await offerOutfit(db);
    await expect(add(kurta)).rejects.toMatchObject({ fields: { part1: 'Choose a variant of Test Scarf.' } });
    await expect(add(soldOut, scarf)).rejects.toMatchObject({ code: 'conflict', message: 'Out of Stock' });
    expect(await db.write.selectFrom('cart_line').selectAll().execute()).toEqual([]);
    await db.write.updateTable('variant').set({ quantity: 0 }).where('sku', '=', 'TK-M').execute();
    expect((await readOutfit(shop, TEST_OUTFIT.slug))?.soldOutPart?.slug).toBe('test-kurta');
    await db.write.updateTable('product').set({ status: 'draft' }).where('slug', '=', 'test-scarf').execute();
    expect(await readOutfit(shop, TEST_OUTFIT.slug)).toBe(undefined);
  });
});
