import { sql } from 'kysely';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { placeOrder } from '#lib/sales/checkout/place-order.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { variantOf } from './goods.ts';
import { COD } from './order-fixture.ts';

/** Creates an order that has just been delivered, in the shop under test. Returns the order's id. */
export async function placeDeliveredOrder(customerId: string, slug: string): Promise<string> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  const shop = { db, now: Date.now, secretKey: 'k'.repeat(32), settings: readSettings({}) };
  try {
    const variant = await variantOf(db, slug);
    await stockUp(db, variant, 1);
    const { token } = await addToCart(shop, {}, { product: slug, quantity: 1, variant });
    const { id } = await placeOrder(shop, { token }, COD);
    await db.write.updateTable('orders').set({ customer_id: customerId }).where('id', '=', id).execute();
    await moveOrder(shop, id, 'delivered');
    return id;
  } finally {
    await db.close();
  }
}

/** Ships the newest order for an email address, so that the order has an invoice. */
export async function shipLatestOrder(email: string): Promise<void> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  const shop = { db, now: Date.now, secretKey: 'k'.repeat(32), settings: readSettings({}) };
  try {
    const query = db.write.selectFrom('orders').select('id').where('email', '=', email).orderBy('created_at', 'desc');
    const { id } = await query.executeTakeFirstOrThrow();
    await moveOrder(shop, id, 'shipped');
  } finally {
    await db.close();
  }
}

/** Adds stock, so that tests and their retries don't sell out each other's items. */
export async function stockUp(db: ShopDatabase, variant: string, pieces: number): Promise<void> {
  const increase = { quantity: sql<number>`quantity + ${pieces}` };
  await db.write.updateTable('variant').set(increase).where('id', '=', Number(variant)).execute();
}
