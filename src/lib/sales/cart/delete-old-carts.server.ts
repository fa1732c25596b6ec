import type { Shop } from '#lib/platform/shop.server.ts';
import { GUEST_CART_MS } from '#lib/sales/cart/cart-owner.server.ts';

/** This number of carts takes about 300 MB in the database. Real shoppers create fewer carts. */
const MAX_GUEST_CARTS = 500_000;

/** Deletes expired guest carts with their checkout drafts, and the oldest guest carts if there are more than `max`. */
export async function deleteOldCarts({ db, now }: Pick<Shop, 'db' | 'now'>, max = MAX_GUEST_CARTS): Promise<void> {
  await db.write
    .deleteFrom('cart')
    .where('customer_id', 'is', null)
    .where('updated_at', '<=', now() - GUEST_CART_MS)
    .execute();
  const newestExcessCart = await db.write
    .selectFrom('cart')
    .select('updated_at')
    .where('customer_id', 'is', null)
    .orderBy('updated_at', 'desc')
    .offset(max)
    .limit(1)
    .executeTakeFirst();
  if (!newestExcessCart) return;
  await db.write
    .deleteFrom('cart')
    .where('customer_id', 'is', null)
    .where('updated_at', '<=', newestExcessCart.updated_at)
    .execute();
}
