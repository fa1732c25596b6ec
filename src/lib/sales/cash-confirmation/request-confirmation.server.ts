import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { mailboxOf } from '#lib/primitives/email.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { isOftenReturned } from '#lib/sales/cash-confirmation/confirmation.ts';
import { CONFIRMATION_RULES, type ConfirmationRules } from '#lib/sales/cash-confirmation/confirmation-rules.schema.ts';
import { pincodeHistory } from '#lib/sales/cash-rules/cash-history.server.ts';
import { HISTORY_MS } from '#lib/sales/cash-rules/cash-rules.ts';
import { cancellationTime } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

const MOBILE_DIGITS = 10;

type ConfirmableOrder = Pick<
  OrderRow,
  'payment_status' | 'source' | 'total_paise' | 'email' | 'mobile' | 'customer_id' | 'address_json'
>;

/**
 * Returns whether the owner's rules require the customer to confirm the order before it is packed. The rules apply only
 * to cash orders from the checkout. The order may not be stored yet.
 */
export async function needsConfirmation(
  tx: Tx,
  { db }: { db: Pick<ShopDatabase, 'memo'> },
  order: ConfirmableOrder,
  at: number,
): Promise<boolean> {
  if (order.payment_status !== 'cod' || order.source !== 'shop') return false;
  const rules = contentOf(db).of(CONFIRMATION_RULES);
  if (await isSelectedByRule(tx, rules, order)) return true;
  if (rules.returnedPercent === 0) return false;
  const { pincode }: OrderAddress = JSON.parse(order.address_json);
  return isOftenReturned(await pincodeHistory({ read: tx }, pincode, at - HISTORY_MS), rules.returnedPercent);
}

async function isSelectedByRule(
  tx: Tx,
  { when, abovePaise }: ConfirmationRules,
  order: ConfirmableOrder,
): Promise<boolean> {
  if (when === 'above an amount') return order.total_paise > abovePaise;
  if (when === 'first orders') return !(await hasReceivedOrder(tx, order));
  return when === 'always';
}

/**
 * Returns whether an order with the account, mailbox or mobile number was delivered and not returned. Only the
 * mailboxes of guests are indexed. Orders of customers are found by the email address and by its canonical form.
 */
async function hasReceivedOrder(tx: Tx, { email, mobile, customer_id }: ConfirmableOrder): Promise<boolean> {
  const deliveredOrders = tx.selectFrom('orders').select('orders.id').where('order_status', '=', 'delivered').limit(1);
  const ordersOfAccount = customer_id === null ? undefined : deliveredOrders.where('customer_id', '=', customer_id);
  const mailbox = mailboxOf(email);
  const ordersOfGuest = deliveredOrders.where('customer_id', 'is', null).where('mailbox', '=', mailbox);
  const ordersOfEmail = deliveredOrders.where('email', 'in', [email, mailbox]);
  const ordersOfMobile = deliveredOrders
    .innerJoin('order_term', 'order_term.order_id', 'orders.id')
    .where('order_term.term', '=', mobile.slice(-MOBILE_DIGITS));
  for (const query of [ordersOfAccount, ordersOfGuest, ordersOfEmail, ordersOfMobile])
    if (await query?.executeTakeFirst()) return true;
  return false;
}

/**
 * Emails the customer that the order is placed. If the order awaits confirmation, starts the confirmation, for which
 * the email asks.
 */
export async function mailOrderPlaced(
  tx: Tx,
  shop: OrderShop,
  order: OrderRow,
  lines: readonly OrderLineTable[],
): Promise<void> {
  if (order.awaits_confirmation === 0) return mailOrder(tx, shop, order, 'placed', { lines });
  const until = await startConfirmation(tx, shop, order.id);
  await mailOrder(tx, shop, order, 'confirm', { lines, until });
}

/** Starts the confirmation. Returns when the order is cancelled if the customer does not respond, in epoch ms. */
async function startConfirmation(tx: Tx, { db, now }: Pick<OrderShop, 'db' | 'now'>, orderId: string): Promise<number> {
  const { remindAfterHours, releaseAfterHours } = contentOf(db).of(CONFIRMATION_RULES);
  const confirmation = {
    order_id: orderId,
    state: 'waiting',
    asked_at: now(),
    remind_after_ms: remindAfterHours * HOUR_MS,
    reminded_at: null,
    grace_ms: (releaseAfterHours - remindAfterHours) * HOUR_MS,
  } as const;
  await tx.insertInto('cash_confirmation').values(confirmation).execute();
  return cancellationTime(confirmation);
}
