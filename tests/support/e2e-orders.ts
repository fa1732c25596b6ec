import { randomBytes } from 'node:crypto';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { placeOrder } from '#lib/sales/checkout/place-order.server.ts';
import { stockUp } from './delivered-order.ts';
import { BUYABLE } from './e2e-order.ts';
import { variantOf } from './goods.ts';
import { COD } from './order-fixture.ts';

/**
 * Places cash orders for one person with a unique name, without a browser. If `extraProduct` is the slug of another
 * product, the last order also contains a piece of that product.
 */
export async function placeCashOrders(db: ShopDatabase, count: number, quantity = 1, extraProduct?: string) {
  const name = `Buyer ${randomBytes(4).toString('hex')}`;
  const shop = { db, now: Date.now, secretKey: 'k'.repeat(40), settings: readSettings({}) };
  const addItem = async (owner: { token?: string }, product: string, pieces: number) =>
    addToCart(shop, owner, { product, quantity: pieces, variant: await variantOf(db, product) });
  await stockUp(db, await variantOf(db, BUYABLE.slug), count * quantity);
  if (extraProduct) await stockUp(db, await variantOf(db, extraProduct), 1);
  const orders = [];
  for (let n = 0; n < count; n++) {
    const { token } = await addItem({}, BUYABLE.slug, quantity);
    if (extraProduct && n === count - 1) await addItem({ token }, extraProduct, 1);
    const address = { ...COD.address, name };
    const email = `${randomBytes(6).toString('hex')}@example.in`;
    orders.push(await placeOrder(shop, { token }, { ...COD, contact: { ...COD.contact, email }, address }));
  }
  return { name, ids: orders.map(({ id }) => id), numbers: orders.map(({ number }) => number) };
}
