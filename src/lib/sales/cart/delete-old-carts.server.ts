import type { Shop } from '#lib/platform/shop.server.ts';
import { GUEST_CART_MS } from '#lib/sales/cart/cart-owner.server.ts';

/** About 300 MB; real shoppers leave fewer. */
const MAX_GUEST_CARTS = 500_000;

/** Deletes expired guest carts with their checkout drafts, and the oldest ones if there are more than `max`. */
export async function deleteOldCarts({ db, now }: Pick<Shop, 'db' | 'now'>, max = MAX_GUEST_CARTS): Promise<void> {
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
    .offset(max)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await db.write
    .deleteFrom('cart')
    .where('customer_id', 'is', null)
    .where('updated_at', '<=', oldest.updated_at)
    .execute();
}
