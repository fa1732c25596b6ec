import type { APIContext } from 'astro';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { dropPrivateCookie, setPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { locationOfPincode } from '#lib/primitives/pincode-locations.server.ts';
import { deliveryTextOptions } from '#lib/sales/cart/cart.ts';
import {
  type CartOwner,
  type CartShop,
  findCart,
  GUEST_CART_MS,
  PINCODE_COOKIE,
} from '#lib/sales/cart/cart-owner.server.ts';
import {
  type DeliveryLocationJson,
  type DeliveryTextOptions,
  type DeliveryZone,
  deliveryText,
  unknownPincodeMessage,
} from '#lib/sales/cart/delivery/delivery.ts';
import { cartTerms, termsAtPincode } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { loadCart } from '#lib/sales/cart/read-cart.server.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

/**
 * Returns the delivery terms for a pincode and the items in the cart. With `isPreOrder`, the terms are also for a
 * pre-order item. Throws `not_found` if the pincode is not on India Post's list.
 */
export async function deliveryLocation(
  { db, now }: CartShop,
  owner: CartOwner,
  pincode: string,
  isPreOrder = false,
): Promise<DeliveryLocationJson> {
  const location = await locationOfPincode(pincode);
  if (!location) throw new ShopError('not_found', unknownPincodeMessage(pincode));
  const cartOptions = deliveryTextOptions(await loadCart(db.write, owner, now(), cartTerms(db)));
  const options = { ...cartOptions, isPreOrder: cartOptions.isPreOrder || isPreOrder };
  return { ...location, delivery: deliveryJson(await termsAtPincode({ db, now }, pincode), options) };
}

function deliveryJson(zone: DeliveryZone, options: DeliveryTextOptions): DeliveryLocationJson['delivery'] {
  return {
    price: paiseToRupees(zone.pricePaise),
    free_from: paiseToRupees(zone.freeFromPaise),
    days: zone.days,
    cod: zone.isCod,
    cod_fee: paiseToRupees(zone.codFeePaise),
    cod_maximum: paiseToRupees(zone.codMaximumPaise),
    text: deliveryText(zone, options),
  };
}

/**
 * Returns the same delivery terms as `deliveryLocation`, and saves the pincode in the cart. If there is no cart, the
 * returned `pincode` is for a cookie. `token` is for the cookie of a guest's cart. Throws `not_found` if the pincode is
 * not on India Post's list.
 */
export async function saveDeliveryPincode(
  { db, now }: CartShop,
  owner: CartOwner,
  pincode: string,
  isPreOrder = false,
): Promise<{ location: DeliveryLocationJson; token?: string; pincode?: string }> {
  const location = await deliveryLocation({ db, now }, owner, pincode, isPreOrder);
  const cart = await transaction(db, async (tx) => {
    const ownCart = await findCart(tx, owner, now());
    if (ownCart)
      await tx.updateTable('cart').set({ pincode, updated_at: now() }).where('id', '=', ownCart.id).execute();
    return ownCart;
  });
  return cart ? { location, token: owner.customerId === undefined ? owner.token : undefined } : { location, pincode };
}

/** Saves the pincode of a visitor without a cart in a cookie. If there is no pincode, removes the cookie. */
export function savePincode(
  { cookies, locals: { shop } }: Pick<APIContext, 'cookies' | 'locals'>,
  pincode: string | undefined,
): void {
  if (pincode) setPrivateCookie(cookies, shop.settings, PINCODE_COOKIE, pincode, GUEST_CART_MS / 1000);
  else dropPrivateCookie(cookies, shop.settings, PINCODE_COOKIE);
}
