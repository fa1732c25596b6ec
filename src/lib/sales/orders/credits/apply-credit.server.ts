import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { amountText } from '#lib/primitives/metres.ts';
import { CASH_RULES } from '#lib/sales/cash-rules/cash-rules.schema.ts';
import { RETURN_REASONS } from '#lib/sales/cash-rules/cash-rules.ts';
import { type ReturnedParcel, refundDuePaise, writeCredit } from '#lib/sales/orders/credits/credit-order.server.ts';
import {
  type CreditPlan,
  cancelPlan,
  LOST_PARCEL_PLAN,
  type OrderWithAmounts,
  type PlannedCredit,
  type RefundedPart,
  type ReturnOptions,
  refundPlan,
  returnPlan,
} from '#lib/sales/orders/credits/credit-plans.server.ts';
import { updatePaymentStatus } from '#lib/sales/orders/credits/refunds.server.ts';
import { returnCoupon } from '#lib/sales/orders/holds/order-coupon.server.ts';
import { mailCredit } from '#lib/sales/orders/mail/credit-mail.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import {
  addOrderEvent,
  type ChangeOptions,
  changeOrder,
  existingOrder,
  lockOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';
import type { ReturnDestination } from '#lib/sales/orders/record/credit.ts';
import type { LineQuantity, OrderAmounts, OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { amountsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export interface CreditResult {
  order: OrderRow;
  credit: OrderCredit;
  amounts: OrderAmounts;
}

interface CreditOptions extends ChangeOptions {
  /** The reason that the customer sees. */
  reason?: string | undefined;
  /** The details of a parcel that was not delivered. By default, `costPaise` is the return cost from the settings. */
  parcel?: Partial<ReturnedParcel> | undefined;
}

/**
 * Credits returned items, or a parcel that was refused at the door. Throws `not_found` if the order does not exist,
 * `conflict` if the items can't be returned or the order has another version, `invalid` if a quantity is invalid, and
 * any error of `beforeRefund`.
 */
export function recordReturn(
  shop: OrderShop,
  orderId: string,
  options: ReturnOptions & CreditOptions = {},
): Promise<CreditResult> {
  return applyCredit(shop, orderId, returnPlan(options), options);
}

/**
 * Credits a parcel that was lost on its way. No items are restocked. Throws `not_found` if the order does not exist,
 * `conflict` if the parcel is not on its way, if its items were exchanged or if the order has another version, and any
 * error of `beforeRefund`.
 */
export function recordLostParcel(shop: OrderShop, orderId: string, options: CreditOptions = {}): Promise<CreditResult> {
  return applyCredit(shop, orderId, LOST_PARCEL_PLAN, options);
}

/**
 * Cancels some items before shipping. Throws `not_found` if the order does not exist, `conflict` if the items can't be
 * cancelled or the order has another version, `invalid` if a quantity is invalid, and any error of `beforeRefund`.
 */
export function cancelPart(
  shop: OrderShop,
  orderId: string,
  lines: readonly LineQuantity[],
  reason?: string,
  options: ChangeOptions = {},
): Promise<CreditResult> {
  return applyCredit(shop, orderId, cancelPlan(lines), { ...options, reason });
}

/**
 * Refunds an amount, or items of a shipped order, without a return. Throws `not_found` if the order does not exist,
 * `conflict` if nothing can be refunded now or the order has another version, `invalid` if the amount or a quantity is
 * invalid, and any error of `beforeRefund`.
 */
export function refundPart(
  shop: OrderShop,
  orderId: string,
  part: RefundedPart,
  reason: string,
  options: ChangeOptions = {},
): Promise<CreditResult> {
  return applyCredit(shop, orderId, refundPlan(part), { ...options, reason });
}

/**
 * Carries out a plan: writes the credit and the event, and queues the email. Throws `not_found` if the order does not
 * exist, `conflict` if the order has another version, `invalid` if the credit exceeds the order's total, and any error
 * of the plan (`conflict` or `invalid`) or of `beforeRefund`.
 */
export function applyCredit(
  shop: OrderShop,
  orderId: string,
  plan: CreditPlan,
  { reason, parcel, version, beforeRefund }: CreditOptions = {},
): Promise<CreditResult> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    // Throws `not_found` if there is no such order.
    await existingOrder(tx, orderId);
    const before = await lockOrder(tx, orderId, at, version);
    const lines = await readOrderLines(tx, orderId);
    const { kind, eventKind, draft, newStatus } = await plan(tx, await withAmounts(tx, before, lines));
    const parcelDetails = kind === 'refused' ? returnedParcel(shop.db, parcel) : undefined;
    const credit = await writeCredit(tx, shop, before, lines, { kind, reason, parcel: parcelDetails, draft, at });
    if (credit.owed_paise > 0) await beforeRefund?.(tx, credit.owed_paise);
    if (newStatus) {
      await changeOrder(tx, orderId, {}, { order_status: newStatus, updated_at: at, ...closedCashColumns(before) });
      if (newStatus === 'cancelled') await returnCoupon(tx, orderId);
    }
    const order = await updatePaymentStatus(tx, orderId, at);
    await addOrderEvent(tx, orderId, at, eventKind, creditEventText(credit, lines));
    const amounts = await amountsOf(tx, order, lines);
    await mailCredit(tx, shop, order, { credit, lines, amounts });
    return { order, credit, amounts };
  });
}

/** Returns the details of a returned parcel. By default, `costPaise` is the return cost from the settings. */
function returnedParcel(
  db: OrderShop['db'],
  { returnReason = null, costPaise }: Partial<ReturnedParcel> = {},
): ReturnedParcel {
  if (costPaise !== undefined) return { returnReason, costPaise };
  const { returnCostPaise } = contentOf(db).of(CASH_RULES);
  return { returnReason, costPaise: returnCostPaise === 0 ? null : returnCostPaise };
}

/**
 * Returns the new payment status of a cash order that is closed before delivery: `paid` if the advance was paid, and
 * `failed` if it was not. Returns an empty object for any other order, because its payment status does not change.
 */
export function closedCashColumns({
  payment_status,
  advance_paid,
}: OrderRow): Pick<Partial<OrderRow>, 'payment_status'> {
  if (payment_status !== 'cod') return {};
  return { payment_status: advance_paid === 1 ? 'paid' : 'failed' };
}

export interface CreditPreview extends OrderWithAmounts, PlannedCredit {
  /** The amount of the refund that would become due, in paise; 0 if no paid amount would have to be refunded. */
  owedPaise: number;
}

/**
 * Returns the credit that the plan would write, without writing it. Throws `not_found` if the order does not exist, and
 * any error of the plan.
 */
export function previewCredit(db: ShopDatabase, orderId: string, plan: CreditPlan): Promise<CreditPreview> {
  return transaction(db, async (tx) => {
    const lines = await readOrderLines(tx, orderId);
    const currentOrder = await withAmounts(tx, await existingOrder(tx, orderId), lines);
    const plannedCredit = await plan(tx, currentOrder);
    return { ...currentOrder, ...plannedCredit, owedPaise: refundDuePaise(plannedCredit.draft, currentOrder.amounts) };
  });
}

async function withAmounts(tx: Tx, order: OrderRow, lines: OrderLineTable[]): Promise<OrderWithAmounts> {
  return { order, lines, amounts: await amountsOf(tx, order, lines) };
}

const RETURN_TEXTS: Record<ReturnDestination, string> = {
  stock: ', back in stock',
  spoilt: ', can’t be sold again',
  none: '',
};

function creditEventText(
  { lines: creditedLines, total_paise, reason, return_reason, return_cost_paise }: OrderCredit,
  lines: readonly OrderLineTable[],
): string {
  const goodsTexts = creditedLines.flatMap(({ position, quantity, destination }) => {
    const line = lines.find((orderLine) => orderLine.position === position);
    if (!line || quantity === 0) return [];
    const quantityText = amountText(line.sell_unit, quantity);
    return `${quantityText} ${line.name}${RETURN_TEXTS[destination]}`;
  });
  const parcelTexts = [
    ...(return_reason ? [RETURN_REASONS[return_reason]] : []),
    ...(return_cost_paise ? [`freight ${priceText(return_cost_paise)}`] : []),
  ];
  return [...goodsTexts, `${priceText(total_paise)} taken off`, ...parcelTexts, ...(reason ? [reason] : [])].join('; ');
}
