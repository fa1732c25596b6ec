import { GUEST_CART_MS } from '#lib/cart/find-cart.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';

/** Forgets visitors' carts that nobody can come back to, with what was typed at checkout; customers keep theirs. */
export async function forgetLeftCarts({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  await db.write
    .deleteFrom('cart')
    .where('customer_id', 'is', null)
    .where('updated_at', '<=', now() - GUEST_CART_MS)
    .execute();
}
