import { amountRange, amountText } from '#lib/cart/cart.ts';
import type { ProductDetail, Variant } from '#lib/catalog/catalog.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

interface NewLine {
  product: ProductDetail;
  variant: Variant;
  /** Pieces or centimetres. */
  quantity: number;
  /** The price of one piece or metre that the buyer has seen. */
  seenPaise: number;
}

/** Adds up with what is there, clamped to what can be had; gives what the buyer must then be told. */
export async function putLine(tx: Tx, cartId: string, added: NewLine, at: number): Promise<string | undefined> {
  const { product, variant, seenPaise } = added;
  await touchCart(tx, cartId, at);
  const held = await tx
    .selectFrom('cart_line')
    .select('quantity')
    .where('cart_id', '=', cartId)
    .where('variant_id', '=', variant._id)
    .executeTakeFirst();
  const wanted = (held?.quantity ?? 0) + added.quantity;
  const { max } = amountRange(product, variant);
  const kept = { quantity: Math.min(wanted, max), price_paise: seenPaise };
  await tx
    .insertInto('cart_line')
    .values({ id: newId(), cart_id: cartId, variant_id: variant._id, added_at: at, ...kept })
    .onConflict((conflict) => conflict.columns(['cart_id', 'variant_id']).doUpdateSet(kept))
    .execute();
  if (wanted <= max) return undefined;
  return `${product.name}: your cart holds ${amountText(product, max)}, all that can be had in one order.`;
}

/** The first write of every change: on PostgreSQL the changes of one cart then wait for each other. */
export async function touchCart(tx: Tx, cartId: string, at: number): Promise<void> {
  await tx.updateTable('cart').set({ updated_at: at }).where('id', '=', cartId).execute();
}
