import type { Selectable } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { CashConfirmationTable } from '#lib/platform/db/tables/cash-confirmations.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { confirmationOutcome } from '#lib/sales/orders/confirmation/confirmation-outcome.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { MoveOptions } from '#lib/sales/orders/move-order.server.ts';
import {
  addOrderEvent,
  changeOrder,
  existingOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';

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
