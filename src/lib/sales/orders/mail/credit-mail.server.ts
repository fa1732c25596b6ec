import type { Tx } from '#lib/platform/db/db.server.ts';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import {
  type CreditMailData,
  creditMailLines,
  creditMailTemplate,
  goodsTakenOff,
} from '#lib/sales/orders/mail/credit-mail-text.ts';
import { linesOf, type OrderShop, orderLinks, readSheet } from '#lib/sales/orders/mail/order-mail.server.ts';
import { refundSentWay } from '#lib/sales/orders/mail/refund-words.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { orderSubject } from '#lib/sales/orders/record/goods-name.ts';
import { orderRecipient, orderThread } from '#lib/sales/orders/record/order-recipient.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export function mailCredit(tx: Tx, shop: OrderShop, order: OrderRow, data: CreditMailData): Promise<void> {
  const { kind, subject } = creditMailTemplate(order, data.credit);
  return mail(tx, shop, order, { kind, subject, about: goodsTakenOff(data) }, creditMailLines(order, data));
}

export async function mailRefunded(
  tx: Tx,
  shop: OrderShop,
  order: OrderRow,
  { provider, gateway_refund, amount_paise }: Pick<RefundTable, 'provider' | 'gateway_refund' | 'amount_paise'>,
): Promise<void> {
  const about = { kind: 'refunded', subject: 'Your refund for {goods} is on its way' };
  await mail(tx, shop, order, about, [
    `We have refunded ${priceText(amount_paise)}. ${refundSentWay(provider, gateway_refund === null)}`,
    `Amount: ${priceText(amount_paise)}`,
  ]);
}

/** Mails a note from staff to the customer. */
export async function mailMessage(tx: Tx, shop: OrderShop, order: OrderRow, text: string): Promise<void> {
  await mail(tx, shop, order, { kind: 'message', subject: 'A note about your order: {goods}' }, text.split(/\n{2,}/));
}

async function mail(
  tx: Tx,
  shop: OrderShop,
  order: OrderRow,
  { kind, subject: template, about = [] }: { kind: string; subject: string; about?: readonly { name: string }[] },
  lines: string[],
): Promise<void> {
  const goods = about.length > 0 ? about : (await linesOf(tx, { orderId: order.id })).rows;
  const subject = orderSubject(template, { number: order.number, lines: goods });
  const url = orderLinks(shop, order.id).order;
  await queueMail(tx, {
    to: await orderRecipient(tx, order),
    kind: `order_${kind}`,
    subject,
    content: {
      heading: subject,
      lines,
      action: { label: 'See your order', url },
      sheet: await readSheet(tx, shop, order),
    },
    now: shop.now(),
    thread: orderThread(order.id),
  });
}
