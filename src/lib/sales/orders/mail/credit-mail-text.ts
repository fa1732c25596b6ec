import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { amountText } from '#lib/primitives/metres.ts';
import { refundWay } from '#lib/sales/orders/mail/refund-words.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderAmounts, OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { STATUS_MESSAGES } from '#lib/sales/orders/record/orders.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

type CreditedOrder = Pick<OrderRow, 'order_status' | 'payment_method' | 'payment_status' | 'advance_paid'>;
type CreditedLine = Pick<OrderLineTable, 'position' | 'sell_unit' | 'name' | 'variant'>;

export interface CreditNews {
  credit: Pick<OrderCredit, 'kind' | 'reason' | 'total_paise' | 'owed_paise' | 'lines'>;
  lines: readonly CreditedLine[];
  /** After the credit. */
  now: Pick<OrderAmounts, 'totalPaise' | 'toPayPaise'>;
}

/** The lines of the mail about a credit: the event, the items, the reason and the money. */
export function creditMailLines(order: CreditedOrder, news: CreditNews): string[] {
  const goods = news.credit.lines.flatMap((taken) => goodsText(taken, news.lines) ?? []);
  return [
    creditWords(order, news.credit).text,
    ...(goods.length > 0 ? [goods.join('\n')] : []),
    ...(news.credit.reason ? [news.credit.reason] : []),
    ...moneyText(order, news),
  ];
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
  lost: {
    kind: 'lost',
    subject: 'Your {goods} {has} been lost in transit',
    text: 'The courier has lost the parcel on its way to you. We are sorry. You don’t have to pay for it.',
  },
  cancelled: { kind: 'cancelled', subject: 'Order cancelled: {goods}', text: STATUS_MESSAGES.cancelled },
  partlyCancelled: {
    kind: 'partly_cancelled',
    subject: 'Part of your order has been cancelled: {goods}',
    text: 'A part of your order has been cancelled. The rest will be delivered as planned.',
  },
} as const satisfies Record<string, Words>;

export function creditWords(
  { order_status }: Pick<OrderRow, 'order_status'>,
  { kind }: Pick<OrderCredit, 'kind'>,
): Words {
  if (kind === 'returned') return order_status === 'returned' ? WORDS.returned : WORDS.partlyReturned;
  if (kind === 'cancelled') return order_status === 'cancelled' ? WORDS.cancelled : WORDS.partlyCancelled;
  // After an order is cancelled, nothing is left of which an amount could be taken off.
  if (kind === 'refund' && order_status === 'cancelled') return WORDS.lost;
  return WORDS[kind];
}

function moneyText(order: CreditedOrder, { credit, now }: CreditNews): string[] {
  const { order_status, payment_status } = order;
  const isOver = order_status === 'cancelled' || order_status === 'returned';
  const taken = `${isOver ? 'Total' : 'Taken off'}: ${priceText(credit.total_paise)}`;
  const left = isOver ? [] : [`New total of your order: ${priceText(now.totalPaise)}`];
  const keptPaise = isOver && payment_status !== 'failed' ? now.totalPaise - now.toPayPaise : 0;
  const unchanged = keptPaise > 0 ? [`We keep the cost of the delivery: ${priceText(keptPaise)}.`] : [];
  if (credit.owed_paise > 0) {
    const refund = `Your payment will be refunded. ${priceText(credit.owed_paise)}: ${lowerFirst(refundWay(order))}`;
    return [taken, ...left, refund, ...unchanged];
  }
  if (isOver) return [taken, ...(payment_status === 'failed' ? ['Nothing was charged.'] : []), ...unchanged];
  return [taken, ...left, ...(now.toPayPaise > 0 ? [`To pay at the door: ${priceText(now.toPayPaise)}`] : [])];
}

/** The credited items; empty if the credit is only an amount. */
export function goodsTakenOff<Line extends { position: number }>({
  credit,
  lines,
}: {
  credit: Pick<OrderCredit, 'lines'>;
  lines: readonly Line[];
}): Line[] {
  const taken = credit.lines.filter(({ quantity }) => quantity > 0).map(({ position }) => position);
  return lines.filter(({ position }) => taken.includes(position));
}

function goodsText(
  { position, quantity }: OrderCredit['lines'][number],
  lines: readonly CreditedLine[],
): string | undefined {
  const line = lines.find((one) => one.position === position);
  if (!line || quantity === 0) return undefined;
  const amount = amountText(line.sell_unit, quantity);
  return `${amount} ${line.name}${line.variant ? ` (${line.variant})` : ''}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
