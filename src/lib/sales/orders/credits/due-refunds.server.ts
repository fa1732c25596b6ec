import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { writeCredit } from '#lib/sales/orders/credits/credit-order.server.ts';
import { holdOrder, refundsOf, settlePaymentStatus } from '#lib/sales/orders/credits/refunds.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { creditRest } from '#lib/sales/orders/record/credit.ts';
import { orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { allLines, creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';

const NOTHING_DUE =
  'Nothing is to be refunded for this order. What was paid goes back after something was cancelled, returned or taken off.';

/** Throws `conflict` if nothing is due, or if the order has another version. */
export function dueRefunds(shop: OrderShop, { id }: OrderRow, version?: number): Promise<RefundTable[]> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const order = await holdOrder(tx, id, at, version);
    const credits = await creditsOf(tx, id);
    // For orders returned before the shop recorded refunds as due.
    if (order.order_status === 'returned' && order.payment_status === 'paid' && credits.length === 0) {
      const lines = await allLines(tx, id);
      const draft = creditRest(orderAmounts(order, lines, []), () => 'none');
      await writeCredit(tx, shop, order, lines, { kind: 'returned', draft, at });
      await settlePaymentStatus(tx, id, at);
      await recordAudit(tx, { action: 'credit order', record: { kind: 'order', id }, after: { kind: 'returned' } }, at);
    }
    const due = await refundsOf(tx, id, 'due');
    if (due.length === 0) throw new ShopError('conflict', NOTHING_DUE);
    return due;
  });
}
