import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { completeAddress } from '#lib/sales/address/address.server.ts';
import { clearOutdatedLocation, type OrderAddress, orderAddress } from '#lib/sales/address/address.ts';
import { cashRefusal, cashRefusalText } from '#lib/sales/cart/delivery/cash-refusal.ts';
import { deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { deliveryTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { isCashOffAt } from '#lib/sales/cash-rules/cash-rule.server.ts';
import { correctAddress } from '#lib/sales/orders/admin/correct-order.server.ts';
import { confirmationOf, confirmationOutcome } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { plainDeliveryPaise } from '#lib/sales/orders/record/amount-parts.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

const COSTS_MORE =
  'Delivery to this pincode costs more. Please cancel this order, and place it again with the new address.';

/**
 * Corrects the address for a customer who has not confirmed the order yet. The price stays the same, so the new
 * address must be in the same state, and cash on delivery must be possible there and not cost more. Saving the same
 * address again has no effect. Throws `invalid` if the address is incomplete or its pincode and state don't match, and
 * `conflict` if the order does not await confirmation or has changed in the meantime, or if its terms would change.
 */
export async function correctUnconfirmedAddress(
  shop: OrderShop,
  order: OrderRow,
  newAddress: OrderAddress,
): Promise<OrderRow> {
  if (order.awaits_confirmation !== 1) {
    const { heading, message } = confirmationOutcome(order, (await confirmationOf(shop.db.write, order.id))?.state);
    throw new ShopError('conflict', `${heading}. ${message}`);
  }
  const oldAddress = orderAddress(JSON.parse(order.address_json));
  const address = orderAddress(await completeAddress(clearOutdatedLocation(newAddress, oldAddress)));
  if (JSON.stringify(address) === JSON.stringify(oldAddress)) return order;
  await requireSameTerms(shop, order, address.pincode);
  return correctAddress(shop, order.id, address, order.updated_at);
}

async function requireSameTerms(shop: OrderShop, order: OrderRow, pincode: string): Promise<void> {
  const zone = deliveryZone(pincode, deliveryTerms(shop.db));
  const rule = (await isCashOffAt(shop.db.write, shop, pincode)) ? 'pincode' : undefined;
  const cashRefusalReason = cashRefusal(zone, order.total_paise, rule);
  const chargePaise = plainDeliveryPaise(order);
  // Free delivery remains free, apart from the fee for cash on delivery.
  const newChargePaise = chargePaise === 0 ? 0 : zone.pricePaise;
  const isMoreExpensive = newChargePaise + zone.codFeePaise > chargePaise + order.cod_fee_paise;
  const priceRefusal = isMoreExpensive ? COSTS_MORE : undefined;
  const refusal = cashRefusalReason ? cashRefusalText(cashRefusalReason, zone) : priceRefusal;
  if (refusal !== undefined) throw new ShopError('conflict', refusal, { pincode: refusal });
}
