import type { ProductDetail, Variant } from '#lib/catalog/products/catalog.ts';
import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { CART_MESSAGES, type Cart, cartQuantityRange, MAX_LINES, quantityLabel } from '#lib/sales/cart/cart.ts';
import type { CartChange } from '#lib/sales/cart/cart-json.ts';
import { type CartOwner, type CartShop, countNewCart, findOrCreateCart } from '#lib/sales/cart/cart-owner.server.ts';
import { cartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { loadCart } from '#lib/sales/cart/read-cart.server.ts';

interface CartAddition {
  /** Identifies the addition, so that a repeated request has no effect. */
  action: string;
  /** Returns the new lines, in the order of the cart. Not called for a repeated request. */
  lines(readCart: () => Promise<Cart>): NewLine[] | Promise<NewLine[]>;
  /** Throws an error if the changed cart is not allowed. */
  check?(changedCart: Cart): void;
}

/**
 * Adds all lines to the visitor's cart; if one line can't be added, adds none. Throws `conflict` if the cart would have
 * too many lines, `too_many` if the network has started too many carts, and the errors that `prepare` and the addition
 * throw.
 */
export async function addLines(
  { db, now }: CartShop,
  owner: CartOwner,
  prepare: (tx: Tx, at: number) => CartAddition | Promise<CartAddition>,
): Promise<CartChange> {
  await countNewCart({ db, now }, owner);
  return transaction(db, async (tx) => {
    const at = now();
    const { action, lines, check } = await prepare(tx, at);
    const { cart, token } = await findOrCreateCart(tx, owner, at);
    const readChangedCart = () => loadCart(tx, { ...owner, token: token ?? owner.token }, at, cartTerms(db));
    // A guest whose cookie was lost with the first response has a new cart, to which the lines must be added again.
    const earlierCartId = await claimAttempt(db, tx, { action: `cart ${cart.id} ${action}`, newId: cart.id, now: at });
    const notices: string[] = [];
    for (const [index, line] of (earlierCartId ? [] : await lines(readChangedCart)).entries()) {
      // The cart lists its lines in the order in which they were added.
      const notice = await upsertLine(tx, cart.id, line, at + index);
      if (notice) notices.push(notice);
    }
    const changedCart = await readChangedCart();
    check?.(changedCart);
    if (changedCart.lines.length > MAX_LINES) throw new ShopError('conflict', CART_MESSAGES.full);
    return { cart: changedCart, token, ...(notices.length > 0 ? { notice: notices.join(' ') } : {}) };
  });
}

export interface NewLine {
  product: ProductDetail;
  variant: Variant;
  quantity: number;
  /** The price of one piece or metre that the visitor saw. */
  seenPaise: number;
  isSwatch?: boolean;
}

/**
 * Adds a line, or adds the quantity to an existing line of the variant. A length replaces a swatch of the same cloth,
 * and a swatch replaces a length. Returns a message for the customer if less than the total quantity is available.
 */
export async function upsertLine(tx: Tx, cartId: string, newLine: NewLine, at: number): Promise<string | undefined> {
  const { product, variant, seenPaise, isSwatch = false } = newLine;
  await touchCart(tx, cartId, at);
  const existingLine = await tx
    .selectFrom('cart_line')
    .select(['quantity', 'swatch'])
    .where('cart_id', '=', cartId)
    .where('variant_id', '=', variant._id)
    .executeTakeFirst();
  const swatch = isSwatch ? 1 : 0;
  const totalQuantity = (existingLine?.swatch === swatch ? existingLine.quantity : 0) + newLine.quantity;
  const { max } = cartQuantityRange(product, variant);
  const changes = { quantity: Math.min(totalQuantity, max), price_paise: seenPaise, swatch };
  await tx
    .insertInto('cart_line')
    .values({ id: newId(), cart_id: cartId, variant_id: variant._id, added_at: at, ...changes })
    .onConflict((conflict) => conflict.columns(['cart_id', 'variant_id']).doUpdateSet(changes))
    .execute();
  if (totalQuantity <= max || isSwatch) return undefined;
  return `${product.name}: your cart holds ${quantityLabel(product, max)}. No more can be ordered at the moment.`;
}

/** Saves the time of a change, and locks the cart on PostgreSQL. Must be called first in every change to cart lines. */
export async function touchCart(tx: Tx, cartId: string, at: number): Promise<void> {
  await tx.updateTable('cart').set({ updated_at: at }).where('id', '=', cartId).execute();
}
