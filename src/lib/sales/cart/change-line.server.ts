import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { recordProcessedAction, wasProcessed } from '#lib/platform/http/endpoint/processed-actions.server.ts';
import { touchCart } from '#lib/sales/cart/add-lines.server.ts';
import { lineQuantity, seenPaise } from '#lib/sales/cart/add-to-cart.server.ts';
import { CART_MESSAGES, storedUnitsPerSellUnit } from '#lib/sales/cart/cart.ts';
import type { CartChange, RemovedLineJson } from '#lib/sales/cart/cart-json.ts';
import { type CartOwner, type CartShop, findCart } from '#lib/sales/cart/cart-owner.server.ts';
import { cartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { cartLines, loadCart } from '#lib/sales/cart/read-cart.server.ts';

/**
 * Changes the quantity of a line to `requestedQuantity`, in pieces or metres. A repeated request has no effect.
 * `seenPrice` is the price that the visitor saw, in rupees. Throws `not_found` if the line is not in the visitor's
 * cart, `invalid` if the quantity can't be bought, and `conflict` if the variant is sold out.
 */
export function updateLine(
  { db, now }: CartShop,
  owner: CartOwner,
  lineId: string,
  requestedQuantity: number,
  seenPrice?: number,
): Promise<CartChange> {
  return transaction(db, async (tx) => {
    const { cart, line } = await ownLine(tx, owner, lineId, now());
    const { product, variant } = line;
    const claim = { action: `quantity ${cart.id} ${lineId}`, newId: lineId, now: now() };
    if (await claimAttempt(db, tx, claim)) return { cart: await loadCart(tx, owner, now(), cartTerms(db)) };
    const quantity = lineQuantity(product, variant, requestedQuantity);
    await touchCart(tx, cart.id, now());
    await tx
      .updateTable('cart_line')
      .set({ quantity, price_paise: seenPaise(seenPrice, variant) })
      .where('id', '=', lineId)
      .where('cart_id', '=', cart.id)
      .execute();
    return { cart: await loadCart(tx, owner, now(), cartTerms(db)) };
  });
}

/**
 * Removes a line. Idempotent. Only the first response contains the removed line, so that the page can offer to restore
 * the line. Throws `not_found` if the line has never been in the visitor's cart.
 */
export function removeLine({ db, now }: CartShop, owner: CartOwner, lineId: string): Promise<CartChange> {
  return transaction(db, async (tx) => {
    const ownCart = await findCart(tx, owner, now());
    const action = { kind: 'remove line', ownerId: ownCart?.id ?? '', id: lineId };
    const isRemoved = ownCart && (await wasProcessed(tx, action, now()));
    if (isRemoved) return { cart: await loadCart(tx, owner, now(), cartTerms(db)) };
    const { cart, line } = await ownLine(tx, owner, lineId, now());
    const { product, variant } = line;
    await touchCart(tx, cart.id, now());
    await tx.deleteFrom('cart_line').where('id', '=', lineId).where('cart_id', '=', cart.id).execute();
    await recordProcessedAction(tx, action, now());
    const removed: RemovedLineJson = {
      product: String(product._id),
      variant: String(variant._id),
      quantity: line.quantity / storedUnitsPerSellUnit(product),
      name: product.name,
    };
    // A swatch can't be restored as a length of its cloth.
    return { cart: await loadCart(tx, owner, now(), cartTerms(db)), ...(line.isSwatch ? {} : { removed }) };
  });
}

async function ownLine(tx: Tx, owner: CartOwner, lineId: string, at: number) {
  const cart = await findCart(tx, owner, at);
  const lines = cart ? await cartLines(tx, owner, at) : [];
  const line = lines.find(({ _id }) => _id === lineId);
  if (!cart || !line) throw new ShopError('not_found', CART_MESSAGES.notFound);
  return { cart, line };
}
