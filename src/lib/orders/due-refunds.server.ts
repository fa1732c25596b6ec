import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { creditRest } from '#lib/orders/credit.ts';
import { writeCredit } from '#lib/orders/credit-order.server.ts';
import { orderAmounts } from '#lib/orders/order-amounts.ts';
import type { OrderShop } from '#lib/orders/order-mail.server.ts';
import { allLines, creditsOf } from '#lib/orders/read-credits.server.ts';
import { holdOrder, refundsOf, settlePaymentStatus } from '#lib/orders/refunds.server.ts';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const NOTHING_DUE =
  'Nothing is to be refunded for this order. What was paid goes back after something was cancelled, returned or taken off.';

/** Throws `conflict` when nothing is due. */
export function dueRefunds(shop: OrderShop, { id }: OrderRow): Promise<RefundTable[]> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const order = await holdOrder(tx, id, at);
    const credits = await creditsOf(tx, id);
    // An older order: its goods came back before the shop noted the money of a return as due.
    if (order.order_status === 'returned' && order.payment_status === 'paid' && credits.length === 0) {
      const lines = await allLines(tx, id);
      const draft = creditRest(orderAmounts(order, lines, []), () => 'none');
      await writeCredit(tx, shop, order, lines, { kind: 'returned', draft, at });
      await settlePaymentStatus(tx, id, at);
    }
    const due = await refundsOf(tx, id, 'due');
    if (due.length === 0) throw new ShopError('conflict', NOTHING_DUE);
    return due;
  });
}
