import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { orderOfPayment } from '#lib/sales/orders/credits/settle-refunds.server.ts';
import { notifyPaymentTrouble } from '#lib/sales/orders/mail/notify-owner-of-orders.server.ts';
import type { ContradictoryReport, ProviderName } from '#lib/sales/payments/payments.ts';
import { recordNotice } from '#lib/shop/owner-notices/notify-owner.server.ts';

type ReportShop = Pick<Shop, 'db' | 'now' | 'log'>;

/**
 * Logs the contradiction in a report and emails the owner, once for each payment and reason. Returns whether the report
 * belongs to an order of this shop.
 */
export async function reportContradiction(
  shop: ReportShop,
  provider: ProviderName,
  report: ContradictoryReport,
): Promise<boolean> {
  const { reference, contradiction } = report;
  const order = await orderOfReport(shop, provider, report);
  if (!order) return false;
  const isNew = await transaction(shop.db, async (tx) => {
    if (
      !(await recordNotice(tx, 'paymentTrouble', `contradiction ${provider} ${reference} ${contradiction}`, shop.now()))
    )
      return false;
    const message = `The payment service sent a report about ${reference} that contradicts itself: ${contradiction}. This order was not changed, but money may have moved. Compare it with the payment in the dashboard of the payment service.`;
    await notifyPaymentTrouble(tx, shop, order, message);
    return true;
  });
  if (isNew) {
    shop.log.error(
      { order: order.id, provider, reference, contradiction },
      'alarm: a signed report of a payment contradicts itself',
    );
  }
  return true;
}

async function orderOfReport(
  { db }: ReportShop,
  provider: ProviderName,
  { providerOrderId, reference }: ContradictoryReport,
): Promise<{ id: string; number: string } | undefined> {
  const attempt =
    providerOrderId === undefined
      ? undefined
      : await db.write
          .selectFrom('payment_attempt')
          .select('order_id')
          .where('provider', '=', provider)
          .where('provider_order_id', '=', providerOrderId)
          .executeTakeFirst();
  const id = attempt?.order_id ?? (await orderOfPayment({ db }, { provider, reference }));
  if (id === undefined) return undefined;
  return db.write.selectFrom('orders').select(['id', 'number']).where('id', '=', id).executeTakeFirst();
}
