import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { CartChange } from '#lib/sales/cart/cart-json.ts';
import { type CartOwner, type CartShop, findCart, findOrCreateCart } from '#lib/sales/cart/cart-owner.server.ts';
import { COUPON_MESSAGES, couponCode } from '#lib/sales/cart/coupons/coupon.ts';
import { cartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { loadCart } from '#lib/sales/cart/read-cart.server.ts';

/**
 * Applies a coupon to the visitor's cart. The coupon is checked again when the order is placed. Throws `invalid` if the
 * coupon does not exist or can't be used, or if a guest has no cart.
 */
export function applyCoupon({ db, now }: CartShop, owner: CartOwner, typedCode: string): Promise<CartChange> {
  return transaction(db, async (tx) => {
    const code = couponCode(typedCode);
    const coupon = await tx.selectFrom('coupon').select('code').where('code', '=', code).executeTakeFirst();
    if (!coupon) throw invalidCoupon(COUPON_MESSAGES.unknown);
    if (owner.customerId === undefined && !(await findCart(tx, owner, now())))
      throw invalidCoupon(COUPON_MESSAGES.noCart);
    const { cart, token } = await findOrCreateCart(tx, owner, now());
    await tx.updateTable('cart').set({ coupon_code: code, updated_at: now() }).where('id', '=', cart.id).execute();
    const changedCart = await loadCart(tx, { ...owner, token: token ?? owner.token }, now(), cartTerms(db));
    if (changedCart.coupon?.refusal) throw invalidCoupon(changedCart.coupon.refusal);
    return { cart: changedCart, token };
  });
}

function invalidCoupon(message: string): ShopError {
  return new ShopError('invalid', message, { code: message });
}

/** Removes the coupon from the visitor's cart. Idempotent. */
export function removeCoupon({ db, now }: CartShop, owner: CartOwner): Promise<CartChange> {
  return transaction(db, async (tx) => {
    const cart = await findCart(tx, owner, now());
    if (cart) await tx.updateTable('cart').set({ coupon_code: null }).where('id', '=', cart.id).execute();
    return { cart: await loadCart(tx, owner, now(), cartTerms(db)) };
  });
}
