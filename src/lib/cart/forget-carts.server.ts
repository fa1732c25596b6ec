import { GUEST_CART_MS } from '#lib/cart/cart-owner.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Visitors' carts that a shop keeps at most, some 300 MB: more are not left by shoppers. */
const MOST_GUEST_CARTS = 500_000;

/**
 * Forgets visitors' carts that nobody can come back to, with what was typed at checkout, and beyond `most` those that were
 * left longest; customers keep theirs.
 */
export async function forgetLeftCarts({ db, now }: Pick<Shop, 'db' | 'now'>, most = MOST_GUEST_CARTS): Promise<void> {
  await db.write
    .deleteFrom('cart')
    .where('customer_id', 'is', null)
    .where('updated_at', '<=', now() - GUEST_CART_MS)
    .execute();
  const oldest = await db.write
    .selectFrom('cart')
    .select('updated_at')
    .where('customer_id', 'is', null)
    .orderBy('updated_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await db.write
    .deleteFrom('cart')
    .where('customer_id', 'is', null)
    .where('updated_at', '<=', oldest.updated_at)
    .execute();
}
