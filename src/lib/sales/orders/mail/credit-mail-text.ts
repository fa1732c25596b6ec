import type { OrderLineTable, RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { creditedGoodsTexts } from '#lib/sales/orders/record/goods-name.ts';
import type { OrderAmounts, OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';
import { STATUS_MESSAGES } from '#lib/sales/orders/record/orders.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

type CreditedOrder = Pick<OrderRow, 'order_status' | 'payment_method' | 'payment_status' | 'advance_paid'>;
type CreditedLine = Pick<OrderLineTable, 'position' | 'sell_unit' | 'name' | 'variant'>;

export interface CreditForMail {
  credit: Pick<OrderCredit, 'kind' | 'reason' | 'total_paise' | 'owed_paise' | 'lines'>;
  lines: readonly CreditedLine[];
  /** The amounts of the order after the credit. */
  amounts: Pick<OrderAmounts, 'totalPaise' | 'toPayPaise'>;
}

/** Returns the lines of the email about a credit: the event, the items, the reason and the amounts. */
export function creditMailLines(order: CreditedOrder, creditForMail: CreditForMail): string[] {
  const goods = creditedGoodsTexts(creditForMail.credit, creditForMail.lines);
  return [
    creditMailTemplate(order, creditForMail.credit).text,
    ...(goods.length > 0 ? [goods.join('\n')] : []),
    ...(creditForMail.credit.reason ? [creditForMail.credit.reason] : []),
    ...amountLines(order, creditForMail),
  ];
}

const TEMPLATES = {
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
} as const satisfies Record<string, { kind: string; subject: string; text: string }>;

export function creditMailTemplate(
  { order_status }: Pick<OrderRow, 'order_status'>,
  { kind }: Pick<OrderCredit, 'kind'>,
) {
  if (kind === 'returned') return order_status === 'returned' ? TEMPLATES.returned : TEMPLATES.partlyReturned;
  if (kind === 'cancelled') return order_status === 'cancelled' ? TEMPLATES.cancelled : TEMPLATES.partlyCancelled;
  // Nothing can be deducted from a cancelled order, so this refund is for a lost parcel.
  if (kind === 'refund' && order_status === 'cancelled') return TEMPLATES.lost;
  return TEMPLATES[kind];
}

function amountLines(order: CreditedOrder, { credit, amounts }: CreditForMail): string[] {
  const { order_status, payment_status } = order;
  const isClosed = order_status === 'cancelled' || order_status === 'returned';
  const creditedText = `${isClosed ? 'Total' : 'Deducted'}: ${priceText(credit.total_paise)}`;
  const newTotal = isClosed ? [] : [`New total of your order: ${priceText(amounts.totalPaise)}`];
  const keptPaise = isClosed && payment_status !== 'failed' ? amounts.totalPaise - amounts.toPayPaise : 0;
  const keptDelivery = keptPaise > 0 ? [`We keep the cost of the delivery: ${priceText(keptPaise)}.`] : [];
  if (credit.owed_paise > 0) {
    const refundLine = `Your payment will be refunded. ${priceText(credit.owed_paise)}: ${lowerFirst(refundMethodText(order))}`;
    return [creditedText, ...newTotal, refundLine, ...keptDelivery];
  }
  if (isClosed)
    return [creditedText, ...(payment_status === 'failed' ? ['Nothing was charged.'] : []), ...keptDelivery];
  return [
    creditedText,
    ...newTotal,
    ...(amounts.toPayPaise > 0 ? [`To pay at the door: ${priceText(amounts.toPayPaise)}`] : []),
  ];
}

/** Returns the lines with credited items; an empty array if only an amount was credited. */
export function creditedLines({
  credit,
  lines,
}: {
  credit: Pick<OrderCredit, 'lines'>;
  lines: CreditForMail['lines'];
}): CreditedLine[] {
  const positions = credit.lines.filter(({ quantity }) => quantity > 0).map(({ position }) => position);
  return lines.filter(({ position }) => positions.includes(position));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

// The texts below must agree with the returns policy (src/content/policies/returns-policy.md).

type RefundedOrder = Pick<OrderRow, 'payment_method' | 'advance_paid'>;

const PAID_ONLINE_AND_IN_CASH =
  'What you paid online goes back the way you paid. Banks take 5 to 7 working days to show it. We send what you paid in cash to your UPI ID or bank account: we will ask you for its details.';

/** Returns the sentences that tell the buyer how the money will be refunded. Cash payments are refunded manually. */
export function refundMethodText({ payment_method, advance_paid }: RefundedOrder): string {
  if (payment_method === 'cod' && advance_paid === 1) return PAID_ONLINE_AND_IN_CASH;
  return payment_method === 'cod'
    ? 'You paid in cash, so we send it to your UPI ID or bank account: we will ask you for its details.'
    : 'It goes back the way you paid. Banks take 5 to 7 working days to show it.';
}

export function refundSentText(provider: RefundTable['provider'], isManual: boolean): string {
  if (provider === 'cash') return 'We have sent it to your UPI ID or bank account.';
  return isManual
    ? 'We have sent it to you.'
    : 'It goes back the way you paid. Banks take 5 to 7 working days to show it.';
}
