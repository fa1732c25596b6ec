import { amountText } from '#lib/fields/metres.ts';
import { priceText } from '#lib/money/price-text.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { orderSubject } from '#lib/orders/goods-name.ts';
import type { OrderAmounts, OrderCredit } from '#lib/orders/order-amounts.ts';
import { linesOf, type OrderShop, readSheet } from '#lib/orders/order-mail.server.ts';
import { orderRecipient, orderThread } from '#lib/orders/order-recipient.server.ts';
import { STATUS_MESSAGES } from '#lib/orders/orders.ts';
import type { allLines } from '#lib/orders/read-credits.server.ts';
import { refundSentWay, refundWay } from '#lib/orders/refund-words.ts';
import { trackToken } from '#lib/orders/track-token.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';

type MailShop = Omit<OrderShop, 'db'>;
type Taken = Awaited<ReturnType<typeof allLines>>[number];

interface CreditEvent {
  credit: OrderCredit;
  lines: readonly Taken[];
  now: OrderAmounts;
}

export async function mailCredit(tx: Tx, shop: MailShop, order: OrderRow, news: CreditEvent): Promise<void> {
  const { kind, subject, text } = wordsOf(order, news);
  const goods = news.credit.lines.flatMap((taken) => goodsText(taken, news.lines) ?? []);
  await mail(tx, shop, order, { kind, words: subject, about: goodsTakenOff(news) }, [
    text,
    ...(goods.length > 0 ? [goods.join('\n')] : []),
    ...(news.credit.reason ? [news.credit.reason] : []),
    ...moneyText(order, news),
  ]);
}

export async function mailRefunded(
  tx: Tx,
  shop: MailShop,
  order: OrderRow,
  { provider, gateway_refund, amount_paise }: Pick<RefundTable, 'provider' | 'gateway_refund' | 'amount_paise'>,
): Promise<void> {
  const about = { kind: 'refunded', words: 'Your refund for {goods} is on its way' };
  await mail(tx, shop, order, about, [
    `We have refunded ${priceText(amount_paise)}. ${refundSentWay(provider, gateway_refund === null)}`,
    `Amount: ${priceText(amount_paise)}`,
  ]);
}

interface Words {
  kind: string;
  subject: string;
  text: string;
}

const WORDS = {
  refused: {
    kind: 'refused',
    subject: 'Your {goods} {has} come back to us',
    text: 'The parcel was refused or could not be handed over, and has come back to us.',
  },
  returned: { kind: 'returned', subject: 'Return received: {goods}', text: STATUS_MESSAGES.returned },
  partlyReturned: {
    kind: 'returned',
    subject: 'Return received: {goods}',
    text: 'We have received the goods that you sent back.',
  },
  refund: {
    kind: 'credited',
    subject: 'We have reduced the price of your order: {goods}',
    text: 'We have taken an amount off your order.',
  },
  cancelled: { kind: 'cancelled', subject: 'Order cancelled: {goods}', text: STATUS_MESSAGES.cancelled },
  partlyCancelled: {
    kind: 'partly_cancelled',
    subject: 'Part of your order has been cancelled: {goods}',
    text: 'A part of your order has been cancelled. The rest will be delivered as planned.',
  },
} as const satisfies Record<string, Words>;

function wordsOf({ order_status }: OrderRow, { credit: { kind } }: CreditEvent): Words {
  if (kind === 'returned') return order_status === 'returned' ? WORDS.returned : WORDS.partlyReturned;
  if (kind === 'cancelled') return order_status === 'cancelled' ? WORDS.cancelled : WORDS.partlyCancelled;
  return WORDS[kind];
}

function moneyText({ order_status, payment_method, payment_status }: OrderRow, { credit, now }: CreditEvent): string[] {
  const isOver = order_status === 'cancelled' || order_status === 'returned';
  const taken = `${isOver ? 'Total' : 'Taken off'}: ${priceText(credit.total_paise)}`;
  const left = isOver ? [] : [`New total of your order: ${priceText(now.totalPaise)}`];
  if (credit.owed_paise > 0) {
    const kept =
      isOver && now.totalPaise > 0 ? [`We keep the cost of the delivery: ${priceText(now.totalPaise)}.`] : [];
    const refund = `Your payment will be refunded. ${priceText(credit.owed_paise)}: ${lowerFirst(refundWay(payment_method))}`;
    return [taken, ...left, refund, ...kept];
  }
  if (isOver) return [taken, ...(payment_status === 'failed' ? ['Nothing was charged.'] : [])];
  return [taken, ...left, ...(now.toPayPaise > 0 ? [`To be paid at the door: ${priceText(now.toPayPaise)}`] : [])];
}

/** What the credit takes off; nothing, when it is only an amount. */
function goodsTakenOff({ credit, lines }: CreditEvent): Taken[] {
  const taken = credit.lines.filter(({ quantity }) => quantity > 0).map(({ position }) => position);
  return lines.filter(({ position }) => taken.includes(position));
}

function goodsText({ position, quantity }: OrderCredit['lines'][number], lines: readonly Taken[]): string | undefined {
  const line = lines.find((one) => one.position === position);
  if (!line || quantity === 0) return undefined;
  const amount = amountText(line.sell_unit, quantity);
  return `${amount} ${line.name}${line.variant ? ` (${line.variant})` : ''}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

async function mail(
  tx: Tx,
  { settings, secretKey, now }: MailShop,
  order: OrderRow,
  { kind, words, about = [] }: { kind: string; words: string; about?: readonly { name: string }[] },
  lines: string[],
): Promise<void> {
  const goods = about.length > 0 ? about : (await linesOf(tx, { orderId: order.id })).rows;
  const subject = orderSubject(words, { number: order.number, lines: goods });
  const url = `${settings.siteUrl}/orders/track/${trackToken(secretKey, order.id)}`;
  await queueMail(tx, {
    to: await orderRecipient(tx, order),
    kind: `order_${kind}`,
    subject,
    content: { heading: subject, lines, action: { label: 'See your order', url }, sheet: await readSheet(tx, order) },
    now: now(),
    thread: orderThread(order.id),
  });
}
