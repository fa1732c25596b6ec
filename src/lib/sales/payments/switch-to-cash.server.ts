import type { Kysely } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { cashRefusal } from '#lib/sales/cart/delivery/cash-refusal.ts';
import { deliveryZone } from '#lib/sales/cart/delivery/delivery.ts';
import { deliveryTerms } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { cashRuleFor } from '#lib/sales/cash-rules/may-pay-cash.server.ts';
import type { HoldBuyer, HoldShop } from '#lib/sales/orders/holds/hold-bounds.server.ts';
import { awaitedOrder, retakeHold } from '#lib/sales/orders/holds/order-hold.server.ts';
import { admitCashOrder } from '#lib/sales/orders/holds/unverified-cash.server.ts';
import { notifyNewOrder } from '#lib/sales/orders/mail/notify-owner-of-orders.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { addOrderEvent, changeOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { isSameState, type TaxParts, taxOf, taxParts } from '#lib/shop/money/tax.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** What an order costs if it is paid in cash on delivery. */
export interface CashTerms {
  feePaise: number;
  totalPaise: number;
}

/**
 * Undefined if cash on delivery is not possible for the order. `isVerificationNeeded`: the mailbox has to be verified
 * before a rule about its owner may be told.
 */
export async function cashTerms(
  read: Kysely<Tables>,
  shop: Pick<OrderShop, 'db' | 'now' | 'secretKey'>,
  order: OrderRow,
  mailboxToken?: string,
): Promise<(CashTerms & { isVerificationNeeded: boolean }) | undefined> {
  if (order.collected === 1) return undefined;
  const { pincode }: OrderAddress = JSON.parse(order.address_json);
  const zone = deliveryZone(pincode, deliveryTerms(shop.db));
  const totalPaise = order.total_paise + zone.codFeePaise;
  const { email, mobile, customer_id: customerId } = order;
  const found = await cashRuleFor(read, shop, { pincode, buyer: { email, mobile, customerId, mailboxToken } });
  const [rule, isVerificationNeeded] = found === 'unproven' ? [undefined, true] : [found, false];
  if (cashRefusal(zone, totalPaise, rule)) return undefined;
  return { feePaise: zone.codFeePaise, totalPaise, isVerificationNeeded };
}

/** Places the order at once. Throws `conflict` if that is not possible, and `unverified`. */
export function switchToCashOnDelivery(
  shop: HoldShop,
  orderId: string,
  buyer: Partial<Pick<HoldBuyer, 'networks' | 'mailboxToken'>> = {},
): Promise<OrderRow> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const before = await awaitedOrder(tx, orderId, at);
    if (!before) throw new ShopError('conflict', 'This order is no longer waiting for payment.');
    const cash = await cashTerms(tx, shop, before, buyer.mailboxToken);
    if (!cash) throw new ShopError('conflict', 'Cash on delivery is not possible for this order.');
    if (cash.isVerificationNeeded) throw new ShopError('conflict', ORDER_AGAIN);
    await retakeHold(tx, before, at);
    const order = await changeOrder(
      tx,
      orderId,
      { order_status: ['pending'], payment_status: ['unpaid'], stock_held: 1 },
      {
        order_status: 'placed',
        payment_status: 'cod',
        payment_method: 'cod',
        hold_until: null,
        updated_at: at,
        total_paise: cash.totalPaise,
        ...withFee(before, cash.feePaise, shopSettings(shop.db).state.name),
      },
    );
    if (!order) throw new ShopError('conflict', 'This order is no longer waiting for payment.');
    const lines = await tx.selectFrom('order_line').selectAll().where('order_id', '=', orderId).execute();
    await admitCashOrder(tx, shop, order, lines, buyer).catch(rethrowForPaymentPage);
    await addOrderEvent(tx, orderId, at, 'placed', 'cash on delivery');
    await mailOrder(tx, shop, order, 'placed', { lines });
    await notifyNewOrder(tx, shop, order, lines);
    return order;
  });
}

/** The payment page, unlike the checkout, has no step for a code. */
const ORDER_AGAIN = 'To pay cash, please order again and confirm your email address, or pay online here.';

function rethrowForPaymentPage(error: unknown): never {
  if (!isShopError(error, 'unverified')) throw error;
  throw new ShopError('conflict', ORDER_AGAIN);
}

/** The fee is part of the delivery, and taxed like it. */
function withFee(
  order: OrderRow,
  feePaise: number,
  shopState: string,
): Pick<OrderRow, 'delivery_paise' | 'cod_fee_paise' | 'delivery_tax_json' | 'tax_paise'> {
  const address: OrderAddress = JSON.parse(order.address_json);
  const before: TaxParts = JSON.parse(order.delivery_tax_json);
  const deliveryPaise = order.delivery_paise + feePaise;
  const after = taxParts(deliveryPaise, before.rateBp, isSameState(address.state, shopState));
  return {
    delivery_paise: deliveryPaise,
    cod_fee_paise: feePaise,
    delivery_tax_json: JSON.stringify(after),
    tax_paise: order.tax_paise - taxOf(before) + taxOf(after),
  };
}
