import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { completeAddress } from '#lib/sales/address/address.server.ts';
import { followPincode, type OrderAddress, orderAddress } from '#lib/sales/address/address.ts';
import { cashRefusal, cashRefusalText } from '#lib/sales/cart/delivery/cash-refusal.ts';
import { deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { deliveryTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { isCashOffAt } from '#lib/sales/cash-rules/may-pay-cash.server.ts';
import { confirmationOf } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import { confirmationOutcome } from '#lib/sales/orders/confirmation/confirmation-outcome.ts';
import { correctAddress } from '#lib/sales/orders/desk/correct-order.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

const COSTS_MORE =
  'Delivery to this pincode costs more. Please cancel this order, and place it again with the new address.';

/**
 * By the customer, while the order waits for the confirmation. The price stays the same, so the new address is in the
 * same state, with cash on delivery at no higher charge. Saving the same address again has no effect. Throws `invalid`
 * and `conflict`.
 */
export async function correctBeforeConfirming(
  shop: OrderShop,
  order: OrderRow,
  typed: OrderAddress,
): Promise<OrderRow> {
  if (order.awaits_confirmation !== 1) {
    const { heading, message } = confirmationOutcome(order, (await confirmationOf(shop.db.write, order.id))?.state);
    throw new ShopError('conflict', `${heading}. ${message}`);
  }
  const before = orderAddress(JSON.parse(order.address_json));
  const address = orderAddress(await completeAddress(followPincode(typed, before)));
  if (JSON.stringify(address) === JSON.stringify(before)) return order;
  await refuseOtherTerms(shop, order, address.pincode);
  return correctAddress(shop, order.id, address, order.updated_at);
}

async function refuseOtherTerms(shop: OrderShop, order: OrderRow, pincode: string): Promise<void> {
  const zone = deliveryZone(pincode, deliveryTerms(shop.db));
  const rule = (await isCashOffAt(shop.db.write, shop, pincode)) ? 'pincode' : undefined;
  const noCash = cashRefusal(zone, order.total_paise, rule);
  const costsMore = chargeIn(zone, order) > order.delivery_paise ? COSTS_MORE : undefined;
  const refusal = noCash ? cashRefusalText(noCash, zone) : costsMore;
  if (refusal !== undefined) throw new ShopError('conflict', refusal, { pincode: refusal });
}

/** A delivery that was free stays free, apart from the fee for cash. */
function chargeIn(
  { pricePaise, codFeePaise }: ReturnType<typeof deliveryZone>,
  { delivery_paise, cod_fee_paise }: OrderRow,
): number {
  return (delivery_paise === cod_fee_paise ? 0 : pricePaise) + codFeePaise;
}
