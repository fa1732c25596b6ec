import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { CASH_REFUSAL_MESSAGES, cashRefusal } from '#lib/sales/cart/delivery/cash-refusal.ts';
import { type DeliveryZone, deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import type { CartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { giftNoteRefusal } from '#lib/sales/cart/offers/gift-wrap.ts';
import { outfitDiscounts } from '#lib/sales/cart/offers/outfit-discount.ts';
import type { CashRule } from '#lib/sales/cash-rules/cash-rules.ts';
import type { OrderDraft, OrderInput } from '#lib/sales/checkout/order-rows.ts';
import { type OrderPrice, priceOrder } from '#lib/sales/checkout/price-order.ts';
import { couponForOrder, redeemCoupon } from '#lib/sales/orders/holds/order-coupon.server.ts';
import { ORDER_MESSAGES } from '#lib/sales/orders/record/orders.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';
import { isSameState } from '#lib/shop/money/tax.ts';

/** The delivery terms for goods that are collected at the counter. */
export const NO_DELIVERY = { pricePaise: 0, codFeePaise: 0, freeFromPaise: 0 } as const satisfies Partial<DeliveryZone>;

/**
 * Calculates the price of an order, and redeems its coupon. `rule` is the rule that switches off cash on delivery for
 * the order; undefined if there is none. Throws `conflict` if cash, the coupon or gift wrap is refused, or if the buyer
 * saw another price, and `invalid` if the gift note is too long.
 */
export async function priceCart(
  tx: Tx,
  { terms, shopState, rule }: { terms: CartTerms; shopState: string; rule?: CashRule },
  { orderId, at, input, customerId, cart, manual, lines: orderedLines }: Omit<OrderDraft, 'price' | 'taxScheme'>,
): Promise<OrderPrice> {
  const { contact, address, payment, total, giftWrap } = input;
  const addressZone = deliveryZone(address.pincode, terms.delivery);
  const zone = manual?.isCollected ? NO_DELIVERY : addressZone;
  const isCod = payment === 'cod' && !manual?.isCollected;
  const giftWrapPaise = giftWrap && giftWrapPrice(terms.giftWrap, giftWrap);
  const orderTerms = {
    zone,
    isCod,
    giftWrapPaise,
    isSameState: isSameState(address.state, shopState),
    at,
    rates: terms.rates,
  };
  // Staff set the prices and terms of the orders that they create.
  const { advance, prepaidDiscount } = terms.payment;
  const discounts = outfitDiscounts(orderedLines, manual ? [] : (terms.outfits ?? []));
  const lines = orderedLines.map((line, index) => ({ ...line, outfitPaise: discounts[index] }));
  const orderCoupon = await couponForOrder(tx, cart?.coupon_code ?? null, lines, at);
  const paymentTerms = manual ? {} : payment === 'cod' ? { advance } : { prepaid: prepaidDiscount };
  const price = priceOrder(lines, { ...orderTerms, coupon: orderCoupon?.accepted, ...paymentTerms });
  const { totalPaise } = price.totals;
  const refusal = isCod ? cashRefusal(addressZone, totalPaise, rule) : undefined;
  if (refusal) throw new ShopError('conflict', CASH_REFUSAL_MESSAGES[refusal]);
  if (total !== undefined && paiseToRupees(totalPaise) !== total) {
    throw new ShopError('conflict', 'The price has changed since you saw it. Please check your order again.');
  }
  if (orderCoupon) await redeemCoupon(tx, orderCoupon.coupon, { orderId, customerId, contact, at });
  return price;
}

function giftWrapPrice(offer: CartTerms['giftWrap'], { note }: NonNullable<OrderInput['giftWrap']>): number {
  if (!offer) throw new ShopError('conflict', ORDER_MESSAGES.noGiftWrap);
  const message = giftNoteRefusal(offer, note);
  if (message) throw new ShopError('invalid', message, { gift_note: message });
  return offer.pricePaise;
}
