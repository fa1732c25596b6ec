import {
  type DeliveryPlaceJson,
  type DeliveryZone,
  deliveryText,
  deliveryZone,
  FREE_DELIVERY_FROM_PAISE,
} from '#lib/cart/delivery.ts';
import { type CartOwner, openCart } from '#lib/cart/find-cart.server.ts';
import type { ShopDatabase } from '#lib/db/db.server.ts';
import { transaction } from '#lib/db/transaction.server.ts';
import { placeOfPincode } from '#lib/fields/pincode-places.server.ts';
import { paiseToRupees } from '#lib/money/money.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

/** GET /public/pincode/{pin}; throws `not_found` for one that is not on India Post's list. */
export async function deliveryPlace(pincode: string): Promise<DeliveryPlaceJson> {
  const place = await placeOfPincode(pincode);
  if (!place) throw new ShopError('not_found', `We don't know the pincode ${pincode}. Please check it.`);
  return { ...place, delivery: deliveryJson(deliveryZone(pincode)) };
}

function deliveryJson(zone: DeliveryZone): DeliveryPlaceJson['delivery'] {
  return {
    price: paiseToRupees(zone.pricePaise),
    free_from: paiseToRupees(FREE_DELIVERY_FROM_PAISE),
    days: zone.days,
    cod: zone.isCod,
    cod_fee: paiseToRupees(zone.codFeePaise),
    cod_maximum: paiseToRupees(zone.codMaximumPaise),
    text: deliveryText(zone),
  };
}

/**
 * The same answer; the owner's cart is priced for that place from now on, and begun for a visitor who has none: what was
 * asked before anything was chosen still counts then. `token` is what the cookie of a guest must hold from now on.
 */
export async function deliverCartTo(
  { db, now }: { db: ShopDatabase; now(): number },
  owner: CartOwner,
  pincode: string,
): Promise<{ place: DeliveryPlaceJson; token?: string }> {
  const place = await deliveryPlace(pincode);
  const { token } = await transaction(db, async (tx) => {
    const begun = await openCart(tx, owner, now());
    await tx.updateTable('cart').set({ pincode, updated_at: now() }).where('id', '=', begun.cart.id).execute();
    return begun;
  });
  return { place, ...(token ? { token } : {}) };
}
