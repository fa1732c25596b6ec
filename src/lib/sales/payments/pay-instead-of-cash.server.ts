import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { notifyPaymentTrouble } from '#lib/sales/orders/mail/notify-owner-of-orders.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { addOrderEvent, changeOrderOrThrow, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { BEING_PREPARED, isUnshippedCashOrder } from '#lib/sales/orders/record/orders.ts';
import { amountsOf, creditsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import { onlineQuote, type RepriceTerms, repriceOrder } from '#lib/sales/orders/record/reprice-order.ts';
import type { PaymentReport } from '#lib/sales/payments/payments.ts';
import { isSameState } from '#lib/shop/money/tax.ts';
import { taxRatesUnderScheme } from '#lib/shop/money/tax-rates.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const ALREADY_PACKED =
  'The order was paid online after it was packed. Print the label again: the courier must not collect any cash.';

/**
 * Applies a payment to an unshipped cash order: removes the fee for cash on delivery, and grants the discount with
 * which the payment was started. Returns the paid order. If the payment does not match the order, changes nothing and
 * returns undefined. The caller's transaction must have locked the order's row.
 */
export async function payInsteadOfCash(
  tx: Tx,
  shop: OrderShop,
  order: OrderRow,
  { discountPaise = 0, amountPaise, provider, reference }: PaymentReport,
): Promise<OrderRow | undefined> {
  if (!isUnshippedCashOrder(order)) return undefined;
  const currentAmounts = await amountsOf(tx, order, await readOrderLines(tx, order.id));
  const quote = onlineQuote(order, currentAmounts, () => discountPaise);
  if (quote.payPaise !== amountPaise || quote.discountPaise !== discountPaise) return undefined;
  const feePaise = Math.min(order.cod_fee_paise, currentAmounts.deliveryPaise) - quote.feePaise;
  const columns = await saveRepricedLines(tx, shop, order, { discountPaise, feePaise });
  const at = shop.now();
  const paidOrder = await changeOrderOrThrow(
    tx,
    order.id,
    { order_status: BEING_PREPARED, payment_status: ['cod'] },
    { ...columns, payment_status: 'paid', payment_method: provider, paid_at: at, updated_at: at },
  );
  await addOrderEvent(tx, order.id, at, 'paid', reference);
  await mailOrder(tx, shop, paidOrder, 'payment_received');
  if (order.packed_at !== null) await notifyPaymentTrouble(tx, shop, paidOrder, ALREADY_PACKED);
  return paidOrder;
}

/** Saves the new amounts of the order's lines. Returns the new columns of the order, which the caller must save. */
export async function saveRepricedLines(
  tx: Tx,
  { db }: Pick<OrderShop, 'db'>,
  order: OrderRow,
  terms: Pick<RepriceTerms, 'discountPaise' | 'feePaise'>,
) {
  const address: OrderAddress = JSON.parse(order.address_json);
  const { orderColumns, lines } = repriceOrder(
    order,
    await readOrderLines(tx, order.id),
    await creditsOf(tx, order.id),
    {
      ...terms,
      rates: taxRatesUnderScheme(db, order.tax_scheme),
      isSameState: isSameState(address.state, shopSettings(db).state.name),
    },
  );
  for (const { position, ...columns } of lines) {
    await tx
      .updateTable('order_line')
      .set(columns)
      .where('order_id', '=', order.id)
      .where('position', '=', position)
      .execute();
  }
  return orderColumns;
}
