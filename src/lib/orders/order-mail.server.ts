import type { Tx } from '#lib/db/db.server.ts';
import type { OrderLineTable, OrdersTable } from '#lib/db/tables/orders.ts';
import { queueMail } from '#lib/mail/outbox.server.ts';
import { formatPaise } from '#lib/money/money.ts';
import { orderRecipient, orderThread } from '#lib/orders/order-recipient.server.ts';
import { STATUS_MESSAGES } from '#lib/orders/orders.ts';
import { trackToken } from '#lib/orders/track-token.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { shopSettings } from '#lib/shop/shop-settings.ts';

/** What a use case of orders needs of the shop; the owner's tool has as much. */
export type OrderShop = Pick<Shop, 'db' | 'now' | 'secretKey'> & { settings: Pick<Shop['settings'], 'siteUrl'> };

export type OrderMail =
  | 'placed'
  | 'payment_received'
  | 'payment_failed'
  | 'shipped'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'cancelled'
  | 'released'
  | 'returned'
  | 'too_late'
  | 'refunded'
  | 'paid_twice'
  | 'paid_at_door'
  | 'wrong_amount';

type MailedOrder = Pick<
  OrdersTable,
  | 'id'
  | 'number'
  | 'email'
  | 'customer_id'
  | 'total_paise'
  | 'payment_status'
  | 'carrier'
  | 'tracking_number'
  | 'tracking_url'
>;

type MailedLine = Pick<OrderLineTable, 'name' | 'variant' | 'sell_unit' | 'quantity' | 'total_paise'>;

const WORDS: Record<OrderMail, { subject: string; text: string }> = {
  placed: { subject: 'Your order # is placed', text: STATUS_MESSAGES.placed },
  payment_received: {
    subject: 'Payment received for your order #',
    text: `We have received your payment. ${STATUS_MESSAGES.placed}`,
  },
  payment_failed: {
    subject: 'The payment for your order # did not go through',
    text: 'The payment did not go through. We keep the goods aside for a while: open your order to try again.',
  },
  shipped: { subject: 'Your order # has been shipped', text: STATUS_MESSAGES.shipped },
  in_transit: { subject: 'Your order # is on its way', text: STATUS_MESSAGES.in_transit },
  out_for_delivery: { subject: 'Your order # is out for delivery', text: STATUS_MESSAGES.out_for_delivery },
  delivered: { subject: 'Your order # has been delivered', text: STATUS_MESSAGES.delivered },
  cancelled: { subject: 'Your order # has been cancelled', text: STATUS_MESSAGES.cancelled },
  released: {
    subject: 'Your order # was not paid in time',
    text: 'No payment has reached us in time, so we have cancelled the order and put its goods back on sale. Nothing was charged by us.',
  },
  returned: { subject: 'Your order # has been returned', text: STATUS_MESSAGES.returned },
  too_late: {
    subject: 'Your payment for order # will be refunded',
    text: 'Your payment reached us after the order was cancelled, or could no longer be used. We will refund the whole amount to where it came from.',
  },
  refunded: {
    subject: 'The refund for your order # is on its way',
    text: 'We have refunded your payment to where it came from. Banks take 5 to 7 working days to show it.',
  },
  paid_twice: {
    subject: 'Your order # was paid twice',
    text: 'We have received a second payment for this order. We will refund it to where it came from.',
  },
  paid_at_door: {
    subject: 'Your online payment for order # will be refunded',
    text: 'You chose cash on delivery, and an online payment has reached us too. We will refund it to where it came from: please pay the courier as you chose.',
  },
  wrong_amount: {
    subject: 'A payment for your order # will be refunded',
    text: 'We have received a payment that is not the amount of your order, so it could not be used. We will refund it to where it came from.',
  },
};

/** What a mail tells besides its words. */
interface Told {
  lines?: readonly MailedLine[];
  /** Money that moves, where it is not the total. */
  paise?: number;
}

/** Puts a mail about an order into the outbox, in the transaction of what it tells. */
export async function mailOrder(
  tx: Tx,
  { settings, secretKey, now }: Omit<OrderShop, 'db'>,
  order: MailedOrder,
  mail: OrderMail,
  { lines = [], paise }: Told = {},
): Promise<void> {
  const { subject, text } = WORDS[mail];
  const url = `${settings.siteUrl}/orders/track/${trackToken(secretKey, order.id)}`;
  const content = {
    heading: subject.replace('#', order.number),
    lines: [
      text,
      ...(mail === 'cancelled' && order.payment_status === 'refund_due' ? ['Your payment will be refunded.'] : []),
      ...(lines.length === 0 ? [] : [lines.map(lineText).join('\n')]),
      paise === undefined ? `Total: ${rupees(order.total_paise)}` : `Amount: ${rupees(paise)}`,
      ...parcelText(mail, order),
    ],
    action: { label: 'See your order', url },
  };
  await queueMail(tx, {
    to: await orderRecipient(tx, order),
    kind: `order_${mail}`,
    subject: subject.replace('#', order.number),
    content,
    now: now(),
    thread: orderThread(order.id),
  });
}

function lineText({ name, variant, sell_unit, quantity, total_paise }: MailedLine): string {
  const amount = sell_unit === 'metre' ? `${quantity / 100} m` : `${quantity} ×`;
  return `${amount} ${name}${variant ? ` (${variant})` : ''}: ${rupees(total_paise)}`;
}

function parcelText(mail: OrderMail, { carrier, tracking_number, tracking_url }: MailedOrder): string[] {
  if (mail !== 'shipped' || !carrier) return [];
  const number = tracking_number ? `, number ${tracking_number}` : '';
  return [`Carrier: ${carrier}${number}.${tracking_url ? `\n${tracking_url}` : ''}`];
}

/** An amount as mails and the owner's tool say it. */
export function rupees(paise: number): string {
  return `${shopSettings.currency.symbol}${formatPaise(paise)}`;
}
