import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import {
  hasShipped,
  isBeingPrepared,
  mayCancel,
  moveRefusal,
  RECORD_MANUAL_REFUND,
} from '#lib/sales/orders/record/orders.ts';

/**
 * Runs `change`, and returns its result. If it fails because the order's status does not allow the change, adds the
 * commands that the status allows to the error message.
 */
export async function addMoveHints<T>(
  { number, order_status }: Pick<OrderRow, 'number' | 'order_status'>,
  to: OrderStatus,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isShopError(error, 'conflict') || error.message !== moveRefusal(order_status, to)) throw error;
    if (hasShipped(order_status)) throw withCommands(error, [`orders return ${number}`]);
    if (!mayCancel(order_status)) throw error;
    const shipCommands = isBeingPrepared(order_status) ? [`orders move ${number} shipped`] : [];
    throw withCommands(error, [...shipCommands, `orders cancel ${number}`]);
  }
}

/**
 * Runs `send`, and returns its result. If it fails because a refund can't be sent through the gateway, adds the command
 * that records a manual refund to the error message.
 */
export async function addRefundHint<T>({ number }: Pick<OrderRow, 'number'>, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isShopError(error, 'conflict') || !error.message.includes(RECORD_MANUAL_REFUND)) throw error;
    throw withCommands(error, [`orders refund ${number} --by-hand`]);
  }
}

function withCommands(error: ShopError, commands: readonly string[]): ShopError {
  const commandLines = commands.map((command) => `\n  npm run shop -- ${command}`).join('');
  return new ShopError('conflict', `${error.message}${commandLines}`, undefined, { cause: error });
}
