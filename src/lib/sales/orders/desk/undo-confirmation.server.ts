import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { existingOrder } from '#lib/sales/orders/credits/take-back.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { MoveOptions } from '#lib/sales/orders/move-order.server.ts';
import { addOrderEvent, changeOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { changedMeanwhile, refuseOtherVersion } from '#lib/sales/orders/record/order-version.ts';

export const NOT_CONFIRMED = 'Only an order that is processing can be set back to placed.';

/** Sets a confirmed order back to placed; no mail was sent when it was confirmed. Throws `conflict`. */
export function undoConfirmation(
  shop: OrderShop,
  orderId: string,
  { version, also }: MoveOptions = {},
): Promise<OrderRow> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const before = await existingOrder(tx, orderId);
    refuseOtherVersion(before, version);
    if (before.order_status !== 'processing') throw new ShopError('conflict', NOT_CONFIRMED);
    const changes = { order_status: 'placed' as const, updated_at: at };
    const order = await changeOrder(tx, orderId, { order_status: ['processing'] }, changes);
    if (!order) throw changedMeanwhile();
    await addOrderEvent(tx, orderId, at, 'confirmation_undone');
    await also?.(tx, order);
    return order;
  });
}
