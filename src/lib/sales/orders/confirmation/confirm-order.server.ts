import type { Selectable } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { CashConfirmationTable } from '#lib/platform/db/tables/cash-confirmations.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { MoveOptions } from '#lib/sales/orders/move-order.server.ts';
import {
  addOrderEvent,
  changeOrder,
  existingOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';
import { CONFIRMATION_PENDING, STATUS_MESSAGES } from '#lib/sales/orders/record/orders.ts';

export type Confirmation = Selectable<CashConfirmationTable>;

/**
 * Reads the pending or past confirmation of an order; returns undefined if the order has never needed a confirmation.
 */
export function confirmationOf(db: Pick<Tx, 'selectFrom'>, orderId: string): Promise<Confirmation | undefined> {
  return db.selectFrom('cash_confirmation').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/** Returns the reason that an order can't be confirmed; undefined if the order can be confirmed. */
export function confirmRefusal({ awaits_confirmation }: Pick<OrderRow, 'awaits_confirmation'>): string | undefined {
  return awaits_confirmation === 1 ? undefined : 'This order is not waiting for a confirmation.';
}

/**
 * Confirms a cash order, so that it can be packed. If the customer confirms an order that is already confirmed, nothing
 * changes. Throws `not_found` if the order does not exist, and `conflict` if the order is not waiting for a
 * confirmation or has another version. For a customer, the message of `conflict` explains what has happened to the
 * order.
 */
export function confirmOrder(
  { db, now }: Pick<OrderShop, 'db' | 'now'>,
  orderId: string,
  by: 'customer' | 'staff',
  { version, afterChange }: Pick<MoveOptions, 'version' | 'afterChange'> = {},
): Promise<OrderRow> {
  const at = now();
  return transaction(db, async (tx) => {
    const expectedState = { awaits_confirmation: 1, updated_at: version } as const;
    const order = await changeOrder(tx, orderId, expectedState, { awaits_confirmation: 0, updated_at: at });
    if (!order) return requireConfirmed(tx, orderId, by, version);
    await tx
      .updateTable('cash_confirmation')
      .set({ state: 'confirmed', confirmed_by: by, ended_at: at })
      .where('order_id', '=', orderId)
      .execute();
    await addOrderEvent(tx, orderId, at, 'confirmed', by === 'customer' ? 'by the customer' : 'by phone');
    await afterChange?.(tx, order);
    return order;
  });
}

async function requireConfirmed(
  tx: Tx,
  orderId: string,
  by: 'customer' | 'staff',
  version: number | undefined,
): Promise<OrderRow> {
  const order = await existingOrder(tx, orderId, version);
  if (by === 'staff') throw new ShopError('conflict', confirmRefusal(order) ?? '');
  const state = (await confirmationOf(tx, orderId))?.state;
  if (state === 'confirmed' && order.order_status !== 'cancelled') return order;
  const { heading, message } = confirmationOutcome(order, state);
  throw new ShopError('conflict', `${heading}. ${message}`);
}

/** Reads the confirmation that an order is waiting for; returns undefined if the order is not waiting for one. */
export async function awaitedConfirmation(
  { write }: Pick<ShopDatabase, 'write'>,
  { id, awaits_confirmation }: Pick<OrderRow, 'id' | 'awaits_confirmation'>,
): Promise<Confirmation | undefined> {
  return awaits_confirmation === 1 ? confirmationOf(write, id) : undefined;
}

export const CONFIRMED_MESSAGE = 'Thank you, your order is confirmed. We are getting it ready.';
const RELEASED_MESSAGE =
  'It was not confirmed in time, so we have cancelled it. Nothing was charged. If you still want the items, order them again.';

/**
 * Returns the heading and the message for a customer who opens an order's confirmation link. `state` is the state of
 * the confirmation; undefined if the order has never needed one.
 */
export function confirmationOutcome(
  { order_status, awaits_confirmation }: Pick<OrderRow, 'order_status' | 'awaits_confirmation'>,
  state: CashConfirmationTable['state'] | undefined,
): { heading: string; message: string } {
  if (awaits_confirmation === 1) return CONFIRMATION_PENDING;
  if (state === 'released') return { heading: 'This order is cancelled', message: RELEASED_MESSAGE };
  if (order_status === 'cancelled')
    return { heading: 'This order is cancelled', message: 'There is nothing to confirm, and nothing to pay.' };
  const isPreparing = order_status === 'placed' || order_status === 'processing';
  if (isPreparing && state === 'confirmed')
    return { heading: 'Your order is confirmed', message: 'Thank you. We are getting it ready.' };
  if (isPreparing && state === 'paid')
    return { heading: 'Your order is paid', message: 'There is nothing to confirm. We are getting it ready.' };
  return { heading: 'There is nothing to confirm', message: STATUS_MESSAGES[order_status] };
}

/** Returns the time at which the order will be cancelled if it is not confirmed, in epoch ms. */
export function cancellationTime({
  asked_at,
  remind_after_ms,
  reminded_at,
  grace_ms,
}: Pick<CashConfirmationTable, 'asked_at' | 'remind_after_ms' | 'reminded_at' | 'grace_ms'>): number {
  return (reminded_at ?? asked_at + remind_after_ms) + grace_ms;
}
