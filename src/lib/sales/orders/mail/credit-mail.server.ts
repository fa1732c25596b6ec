import type { Tx } from '#lib/platform/db/db.server.ts';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import {
  type CreditForMail,
  creditedLines,
  creditMailLines,
  creditMailTemplate,
  refundSentText,
} from '#lib/sales/orders/mail/credit-mail-text.ts';
import { type OrderShop, orderLinks, readSheet } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { orderSubject } from '#lib/sales/orders/record/goods-name.ts';
import { queueMailAboutOrder } from '#lib/sales/orders/record/order-recipient.server.ts';
import { readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export function mailCredit(tx: Tx, shop: OrderShop, order: OrderRow, creditForMail: CreditForMail): Promise<void> {
  const { kind, subject } = creditMailTemplate(order, creditForMail.credit);
  return queueOrderMail(
    tx,
    shop,
    order,
    { kind, subject, goods: creditedLines(creditForMail) },
    creditMailLines(order, creditForMail),
  );
}

export async function mailRefundSent(
  tx: Tx,
  shop: OrderShop,
  order: OrderRow,
  { provider, gateway_refund, amount_paise }: Pick<RefundTable, 'provider' | 'gateway_refund' | 'amount_paise'>,
): Promise<void> {
  const template = { kind: 'refunded', subject: 'Your refund for {goods} is on its way' };
  await queueOrderMail(tx, shop, order, template, [
    `We have refunded ${priceText(amount_paise)}. ${refundSentText(provider, gateway_refund === null)}`,
    `Amount: ${priceText(amount_paise)}`,
  ]);
}

/** Emails a message from staff to the customer. */
export async function mailMessage(tx: Tx, shop: OrderShop, order: OrderRow, text: string): Promise<void> {
  await queueOrderMail(
    tx,
    shop,
    order,
    { kind: 'message', subject: 'A note about your order: {goods}' },
    text.split(/\n{2,}/),
  );
}

/** Queues an email whose subject contains the names of the `goods`; by default, the names of all lines of the order. */
async function queueOrderMail(
  tx: Tx,
  shop: OrderShop,
  order: OrderRow,
  { kind, subject: template, goods = [] }: { kind: string; subject: string; goods?: readonly { name: string }[] },
  lines: string[],
): Promise<void> {
  const subjectGoods = goods.length > 0 ? goods : await readOrderLines(tx, order.id);
  const subject = orderSubject(template, { number: order.number, lines: subjectGoods });
  const action = { label: 'See your order', url: orderLinks(shop, order.id).order };
  const content = { heading: subject, lines, action, sheet: await readSheet(tx, shop, order) };
  await queueMailAboutOrder(tx, order, { kind: `order_${kind}`, subject, content, now: shop.now() });
}
