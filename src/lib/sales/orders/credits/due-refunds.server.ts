import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { writeCredit } from '#lib/sales/orders/credits/credit-order.server.ts';
import { CASH, refundsOf, updatePaymentStatus } from '#lib/sales/orders/credits/refunds.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { lockOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { creditRemaining } from '#lib/sales/orders/record/credit.ts';
import { orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { RECORD_MANUAL_REFUND } from '#lib/sales/orders/record/orders.ts';
import { creditsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';

const NOTHING_DUE =
  'No refund is due for this order. A refund becomes due when something that was paid for is cancelled, returned or taken off.';
const CASH_ONLY = `The customer paid in cash. Send the money back yourself, then ${RECORD_MANUAL_REFUND}.`;
const ONLINE_ONLY = 'The customer paid online. Send the money back through the payment gateway.';

/**
 * The ways to settle refunds: `gateway` sends the refunds of online payments, `hand` records all refunds as sent
 * manually, and `cash` records only the refunds of cash payments.
 */
export const REFUND_METHODS = ['gateway', 'hand', 'cash'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

/**
 * Returns the due refunds that can be settled with a method. Throws `conflict` if there are none, or if the order has
 * another version.
 */
export function dueRefunds(
  shop: OrderShop,
  { id }: OrderRow,
  method: RefundMethod,
  version?: number,
): Promise<RefundTable[]> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, id, at, version);
    const credits = await creditsOf(tx, id);
    // Older versions of the program did not record the refund of a returned order, so it is added here.
    if (order.order_status === 'returned' && order.payment_status === 'paid' && credits.length === 0) {
      const lines = await readOrderLines(tx, id);
      const draft = creditRemaining(orderAmounts(order, lines, []), () => 'none');
      await writeCredit(tx, shop, order, lines, { kind: 'returned', draft, at });
      await updatePaymentStatus(tx, id, at);
      await recordAudit(tx, { action: 'credit order', record: { kind: 'order', id }, after: { kind: 'returned' } }, at);
    }
    const allDueRefunds = await refundsOf(tx, id, 'due');
    const settleableRefunds = allDueRefunds.filter(
      ({ provider }) => method === 'hand' || (provider === CASH) === (method === 'cash'),
    );
    if (settleableRefunds.length > 0) return settleableRefunds;
    throw new ShopError(
      'conflict',
      allDueRefunds.length === 0 ? NOTHING_DUE : method === 'cash' ? ONLINE_ONLY : CASH_ONLY,
    );
  });
}
