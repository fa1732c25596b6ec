import type { Kysely } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { cashRefusal } from '#lib/sales/cart/delivery/cash-refusal.ts';
import { deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { cartTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { paymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.server.ts';
import { advancePaise, prepaidDiscountPaise } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import { mailOrderPlaced, needsConfirmation } from '#lib/sales/cash-confirmation/request-confirmation.server.ts';
import { cashRuleFor } from '#lib/sales/cash-rules/cash-rule.server.ts';
import type { HoldBuyer, HoldShop } from '#lib/sales/orders/holds/hold-limits.server.ts';
import { lockPendingOrder, reserveAgain } from '#lib/sales/orders/holds/order-hold.server.ts';
import { countCashOrder } from '#lib/sales/orders/holds/unverified-cash.server.ts';
import { notifyNewOrder, notifyPaymentTrouble } from '#lib/sales/orders/mail/notify-owner-of-orders.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import {
  addOrderEvent,
  changeLockedOrder,
  changeOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';
import { BEING_PREPARED, isUnshippedCashOrder } from '#lib/sales/orders/record/orders.ts';
import { amountsOf, creditsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import { onlineQuote, type RepriceTerms, repriceOrder } from '#lib/sales/orders/record/reprice-order.ts';
import { PAYMENT_MESSAGES, type PaymentReport, type ProviderName } from '#lib/sales/payments/payments.ts';
import { isSameState } from '#lib/shop/money/tax.ts';
import { taxRatesUnderScheme } from '#lib/shop/money/tax-rates.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * The functions in this file change the payment method of an unpaid order, or of a placed cash order that is paid
 * online (product.md, "Payment"). Amounts are in paise.
 */

/**
 * Returns the fee, the total with the fee, and the advance of an order if it is paid by cash on delivery; undefined if
 * cash on delivery is not possible for the order, or already chosen. `isVerificationNeeded` means that a rule against
 * cash on delivery applies to the mailbox or the mobile number, but may be shown only after the buyer has verified the
 * mailbox.
 */
export async function cashTerms(
  read: Kysely<Tables>,
  shop: Pick<OrderShop, 'db' | 'now' | 'secretKey'>,
  order: OrderRow,
  mailboxToken?: string,
) {
  if (order.collected === 1 || order.payment_method === 'cod') return undefined;
  const { pincode }: OrderAddress = JSON.parse(order.address_json);
  const { delivery, payment } = cartTerms(shop.db);
  const zone = deliveryZone(pincode, delivery);
  const feePaise = zone.codFeePaise;
  const totalPaise = order.total_paise + order.prepaid_discount_paise + feePaise;
  const { email, mobile, customer_id: customerId } = order;
  const cashRule = await cashRuleFor(read, shop, { pincode, buyer: { email, mobile, customerId, mailboxToken } });
  const [rule, isVerificationNeeded] = cashRule === 'unverified' ? [undefined, true] : [cashRule, false];
  if (cashRefusal(zone, totalPaise, rule)) return undefined;
  const amounts = { totalPaise, deliveryPaise: order.delivery_paise + feePaise };
  return {
    feePaise,
    totalPaise,
    /** The advance that is paid online before the order is placed; 0 if no advance is required. */
    advancePaise: order.source === 'shop' ? advancePaise(payment.advance, amounts) : 0,
    isVerificationNeeded,
  };
}

/**
 * Switches an unpaid order to cash on delivery, and removes the discount for paying online. The order is placed
 * immediately or, if an advance is required, when the advance is paid. Throws `conflict` if the order is closed, if an
 * item is sold out, if cash on delivery is not possible, or if the buyer has to verify the email address first.
 */
export function switchToCashOnDelivery(
  shop: HoldShop,
  orderId: string,
  buyer: Partial<Pick<HoldBuyer, 'networks' | 'mailboxToken'>> = {},
): Promise<OrderRow> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const pendingOrder = await lockPendingOrder(tx, orderId, at);
    if (!pendingOrder) throw new ShopError('conflict', PAYMENT_MESSAGES.over);
    const terms = await cashTerms(tx, shop, pendingOrder, buyer.mailboxToken);
    if (!terms) throw new ShopError('conflict', 'Cash on delivery is not possible for this order.');
    if (terms.isVerificationNeeded) throw new ShopError('conflict', MUST_ORDER_AGAIN);
    await reserveAgain(tx, pendingOrder, at);
    const isPlaced = terms.advancePaise === 0;
    const cashOrder = {
      ...pendingOrder,
      payment_status: isPlaced ? 'cod' : 'unpaid',
      total_paise: terms.totalPaise,
    } as const;
    const awaits_confirmation = (await needsConfirmation(tx, shop, cashOrder, at)) ? 1 : 0;
    const order = await changeLockedOrder(tx, orderId, {
      ...(await saveRepricedLines(tx, shop, pendingOrder, { discountPaise: 0, feePaise: terms.feePaise })),
      ...(isPlaced ? ({ order_status: 'placed', payment_status: 'cod', hold_until: null } as const) : {}),
      payment_method: 'cod',
      advance_paise: terms.advancePaise,
      awaits_confirmation,
      updated_at: at,
    });
    if (!isPlaced) return order;
    const lines = await readOrderLines(tx, orderId);
    await countCashOrder(tx, shop, order, lines, buyer).catch(rethrowForPaymentPage);
    await addOrderEvent(tx, orderId, at, 'placed', 'cash on delivery');
    await mailOrderPlaced(tx, shop, order, lines);
    await notifyNewOrder(tx, shop, order, lines);
    return order;
  });
}

/**
 * Returns the total of an order that awaits its advance if it is paid fully online instead, and the discount that the
 * total includes. Returns undefined for any other order.
 */
export function onlineTerms({ db }: Pick<OrderShop, 'db'>, order: OrderRow) {
  if (order.payment_method !== 'cod' || order.payment_status !== 'unpaid') return undefined;
  const goodsPaise = order.subtotal_paise - order.discount_paise;
  const discountPaise = prepaidDiscountPaise(paymentTerms(db).prepaidDiscount, goodsPaise);
  return { totalPaise: order.total_paise - order.cod_fee_paise - discountPaise, discountPaise };
}

/** Switches an order that awaits its advance to full payment online. Throws `conflict` for any other order. */
export function switchToOnlinePayment(shop: HoldShop, orderId: string, provider: ProviderName): Promise<OrderRow> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const pendingOrder = await lockPendingOrder(tx, orderId, at);
    const terms = pendingOrder && onlineTerms(shop, pendingOrder);
    if (!terms) throw new ShopError('conflict', PAYMENT_MESSAGES.over);
    const { discountPaise } = terms;
    const repricedColumns = await saveRepricedLines(tx, shop, pendingOrder, { discountPaise, feePaise: 0 });
    const columns = { ...repricedColumns, payment_method: provider, advance_paise: 0, updated_at: at };
    return changeLockedOrder(tx, orderId, columns);
  });
}

/** Shown if the buyer must verify the email address first: the payment page, unlike the checkout, can't do this. */
const MUST_ORDER_AGAIN = 'To pay in cash, please order again and confirm your email address, or pay online here.';

function rethrowForPaymentPage(error: unknown): never {
  if (!isShopError(error, 'unverified')) throw error;
  throw new ShopError('conflict', MUST_ORDER_AGAIN);
}

const ALREADY_PACKED =
  'The order was paid online after it was packed. Print the label again: the courier must not collect any cash.';

/**
 * Applies a payment to an unshipped cash order: removes the fee for cash on delivery, and grants the discount with
 * which the payment was started. Returns the paid order. If the payment does not match the order, changes nothing and
 * returns undefined. The caller's transaction must have locked the order's row.
 */
export async function payInsteadOfCash(
  tx: Tx,
  shop: OrderShop,
  order: OrderRow,
  { discountPaise = 0, amountPaise, provider, reference }: PaymentReport,
): Promise<OrderRow | undefined> {
  if (!isUnshippedCashOrder(order)) return undefined;
  const currentAmounts = await amountsOf(tx, order, await readOrderLines(tx, order.id));
  const quote = onlineQuote(order, currentAmounts, () => discountPaise);
  if (quote.payPaise !== amountPaise || quote.discountPaise !== discountPaise) return undefined;
  const feePaise = Math.min(order.cod_fee_paise, currentAmounts.deliveryPaise) - quote.feePaise;
  const columns = await saveRepricedLines(tx, shop, order, { discountPaise, feePaise });
  const at = shop.now();
  const paidOrder = await changeOrder(
    tx,
    order.id,
    { order_status: BEING_PREPARED, payment_status: ['cod'] },
    { ...columns, payment_status: 'paid', payment_method: provider, paid_at: at, updated_at: at },
  );
  if (!paidOrder) throw new Error(`order ${order.id} has changed in this transaction`);
  await addOrderEvent(tx, order.id, at, 'paid', reference);
  await mailOrder(tx, shop, paidOrder, 'payment_received');
  if (order.packed_at !== null) await notifyPaymentTrouble(tx, shop, paidOrder, ALREADY_PACKED);
  return paidOrder;
}

/** Saves the new amounts of the order's lines. Returns the new columns of the order, which the caller must save. */
async function saveRepricedLines(
  tx: Tx,
  { db }: Pick<OrderShop, 'db'>,
  order: OrderRow,
  terms: Pick<RepriceTerms, 'discountPaise' | 'feePaise'>,
) {
  const address: OrderAddress = JSON.parse(order.address_json);
  const { orderColumns, lines } = repriceOrder(
    order,
    await readOrderLines(tx, order.id),
    await creditsOf(tx, order.id),
    {
      ...terms,
      rates: taxRatesUnderScheme(db, order.tax_scheme),
      isSameState: isSameState(address.state, shopSettings(db).state.name),
    },
  );
  for (const { position, ...columns } of lines) {
    await tx
      .updateTable('order_line')
      .set(columns)
      .where('order_id', '=', order.id)
      .where('position', '=', position)
      .execute();
  }
  return orderColumns;
}
