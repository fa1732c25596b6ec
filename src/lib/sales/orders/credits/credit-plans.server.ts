import type { Tx } from '#lib/platform/db/db.server.ts';
import type { CreditKind, OrderLineTable, OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import {
  type CreditDraft,
  creditAmount,
  creditGoods,
  creditRemaining,
  type ReturnDestination,
} from '#lib/sales/orders/record/credit.ts';
import type { OrderEventKind } from '#lib/sales/orders/record/event-texts.ts';
import type { LineQuantity, OrderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { hasShipped, isBeingPrepared, isOnTheWay, moveRefusal } from '#lib/sales/orders/record/orders.ts';

/**
 * Determines what a credit deducts from an order. A plan only reads data, so it can be used for previews and for
 * changes.
 */
export type CreditPlan = (tx: Tx, order: OrderWithAmounts) => Promise<PlannedCredit>;

export interface OrderWithAmounts {
  order: OrderRow;
  lines: OrderLineTable[];
  amounts: OrderAmounts;
}

export interface PlannedCredit {
  kind: CreditKind;
  eventKind: OrderEventKind;
  draft: CreditDraft;
  /** The new status of the order; undefined if the status does not change. */
  newStatus?: OrderStatus | undefined;
}

export interface ReturnOptions {
  /** The returned quantities; by default, everything that is left in the order. */
  lines?: readonly LineQuantity[] | undefined;
  /** The items that can't be sold again: all items, or the items of the lines at these positions. */
  spoilt?: true | readonly number[] | undefined;
  /** Whether the delivery charge is also refunded, because the shop was at fault. */
  withDelivery?: boolean | undefined;
}

/**
 * Returns the plan for returned items: a parcel that was refused at the door comes back as a whole, and delivered items
 * may come back in parts. The plan throws `conflict` if the items can't be returned, and `invalid` if a quantity is
 * invalid.
 */
export function returnPlan(options: ReturnOptions): CreditPlan {
  return async (tx, { order, lines, amounts }) => {
    const isRefused = isOnTheWay(order.order_status);
    if (!isRefused && order.order_status !== 'delivered') throw moveError(order, 'returned');
    if (isRefused && options.lines)
      throw new ShopError('conflict', 'A parcel that did not arrive comes back as a whole.');
    // The shop keeps a delivery charge that was paid (src/content/policies/shipping-policy.md).
    const keptPaise = options.withDelivery
      ? 0
      : Math.min(amounts.deliveryPaise, amounts.totalPaise - amounts.toPayPaise);
    const destinationOf = (position: number) => (isSpoilt(options.spoilt, position) ? 'spoilt' : 'stock');
    const draft = options.lines
      ? creditGoods(amounts, withDestination(options.lines, destinationOf), options.withDelivery === true)
      : creditRemaining(amounts, destinationOf, keptPaise);
    await rejectExchangedItems(tx, lines, amounts.lines, draft.lines);
    const returnsEverything = creditsEverything(amounts, draft);
    return {
      kind: isRefused ? 'refused' : 'returned',
      eventKind: isRefused ? 'refused' : returnsEverything ? 'returned' : 'partly_returned',
      draft,
      newStatus: returnsEverything ? 'returned' : undefined,
    };
  };
}

/**
 * The plan for a parcel that will not arrive: no items come back, and everything is credited, including the delivery
 * charge. Throws `conflict` if the parcel is not on its way, or if its items were exchanged.
 */
export const LOST_PARCEL_PLAN: CreditPlan = async (tx, { order, lines, amounts }) => {
  if (!isOnTheWay(order.order_status))
    throw new ShopError('conflict', 'Only a parcel that is on its way can be recorded as lost.');
  const draft = creditRemaining(amounts, () => 'none');
  await rejectExchangedItems(tx, lines, amounts.lines, draft.lines);
  return { kind: 'refund', eventKind: 'lost', draft, newStatus: 'cancelled' };
};

/**
 * Returns the plan for cancelling some items before shipping. The plan throws `conflict` if the order is unpaid or no
 * longer being prepared, or if no items would be left, and `invalid` if a quantity is invalid.
 */
export function cancelPlan(lines: readonly LineQuantity[]): CreditPlan {
  return async (_tx, { order, lines: orderLines, amounts }) => {
    if (order.payment_status === 'unpaid') {
      throw new ShopError('conflict', 'This order is not paid yet. Cancel all of it, or wait for the payment.');
    }
    if (!isBeingPrepared(order.order_status)) throw moveError(order, 'cancelled');
    const destinationOf = (position: number) => (orderLines[position]?.taken === 1 ? 'stock' : 'none');
    const draft = creditGoods(amounts, withDestination(lines, destinationOf), false);
    if (creditsEverything(amounts, draft))
      throw new ShopError('conflict', 'Nothing would be left in the order. Cancel the whole order instead.');
    return { kind: 'cancelled', eventKind: 'partly_cancelled', draft };
  };
}

export type RefundedPart = { lines: readonly LineQuantity[] } | { paise: number; position?: number | undefined };

/**
 * Returns the plan for refunding an amount, or items of a shipped order, without a return. The plan throws `conflict`
 * if nothing can be refunded now, and `invalid` if the amount or a quantity is invalid.
 */
export function refundPlan(part: RefundedPart): CreditPlan {
  return async (tx, { order, amounts }) => {
    if (order.payment_status === 'unpaid' || amounts.totalPaise === 0) {
      throw new ShopError('conflict', 'Nothing was paid for this order, or all of it was taken off.');
    }
    if ((await refundsOf(tx, order.id, 'due')).some((refund) => refund.reason === 'refund'))
      throw new ShopError('conflict', REFUND_DUE_FIRST);
    if ('lines' in part && !hasShipped(order.order_status))
      throw new ShopError('conflict', 'The order has not been shipped. Cancel the lines instead of refunding them.');
    return { kind: 'refund', eventKind: 'credited', draft: creditPart(amounts, part) };
  };
}

export const REFUND_DUE_FIRST = 'A refund is already due for this order. Send it first.';

function creditPart(amounts: OrderAmounts, part: RefundedPart): CreditDraft {
  if (!('lines' in part)) return creditAmount(amounts, part.paise, part.position);
  const lines = withDestination(part.lines, () => 'none');
  return creditGoods(amounts, lines, false);
}

function isSpoilt(spoilt: ReturnOptions['spoilt'], position: number): boolean {
  return spoilt === true || (spoilt?.includes(position) ?? false);
}

function withDestination(lines: readonly LineQuantity[], destinationOf: (position: number) => ReturnDestination) {
  return lines.map((line) => ({ ...line, destination: destinationOf(line.position) }));
}

/** Returns whether the credit contains everything that is left in the order. */
export function creditsEverything(
  amounts: Pick<OrderAmounts, 'lines'>,
  credit: { lines: readonly LineQuantity[] },
): boolean {
  const creditedQuantities = new Map(credit.lines.map(({ position, quantity }) => [position, quantity]));
  return amounts.lines.every(({ position, quantity }) => quantity === (creditedQuantities.get(position) ?? 0));
}

function moveError({ order_status }: OrderRow, to: 'returned' | 'cancelled'): ShopError {
  return new ShopError('conflict', moveRefusal(order_status, to));
}

/**
 * Throws `conflict` if any returned item is part of an approved or received exchange, because such an item must not be
 * restocked twice.
 */
export async function rejectExchangedItems(
  tx: Tx,
  lines: readonly Pick<OrderLineTable, 'order_id' | 'position' | 'name' | 'sku' | 'quantity'>[],
  currentQuantities: readonly LineQuantity[],
  returnedQuantities: readonly LineQuantity[],
): Promise<void> {
  const [firstLine] = lines;
  if (!firstLine) return;
  const exchangedQuantities = await tx
    .selectFrom('exchange_line')
    .innerJoin('exchange', 'exchange.id', 'exchange_line.exchange_id')
    .select(['position', 'exchange_line.quantity'])
    .where('order_id', '=', firstLine.order_id)
    .where('state', 'in', ['approved', 'received'])
    .execute();
  const line = findOverReturnedLine(lines, { currentQuantities, exchangedQuantities, returnedQuantities });
  if (!line) return;
  const cause = `${line.name} of this order was exchanged for other goods, or is being exchanged.`;
  throw new ShopError('conflict', `${cause} Refund an amount instead, and add the returned goods to the stock.`);
}

/**
 * Returns the first line of which more items are returned than the buyer has; undefined if there is no such line.
 * Exchanged items count as items that the buyer no longer has.
 */
export function findOverReturnedLine<Line extends Pick<LineQuantity, 'position'>>(
  lines: readonly Line[],
  {
    currentQuantities,
    exchangedQuantities,
    returnedQuantities,
  }: Record<'currentQuantities' | 'exchangedQuantities' | 'returnedQuantities', readonly LineQuantity[]>,
): Line | undefined {
  return lines.find(({ position }) => {
    const sumOf = (rows: readonly LineQuantity[]) =>
      rows.reduce((sum, row) => (row.position === position ? sum + row.quantity : sum), 0);
    return sumOf(returnedQuantities) > Math.max(0, sumOf(currentQuantities) - sumOf(exchangedQuantities));
  });
}
