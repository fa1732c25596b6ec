import { STATUS_MESSAGES } from '#lib/orders/orders.ts';

/** `#` stands for the order's number. */

export type OrderMail =
  | 'payment_pending'
  | 'placed'
  | 'payment_received'
  | 'payment_failed'
  | 'shipped'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'released'
  | 'too_late'
  | 'paid_twice'
  | 'paid_at_door'
  | 'wrong_amount';

export const ORDER_MAIL_WORDS: Record<OrderMail, { subject: string; text: string }> = {
  payment_pending: {
    subject: 'Your order # is waiting for payment',
    text: 'We have your order, and keep its goods aside for a short while. It goes on as soon as it is paid: if you closed the page, this link opens it again.',
  },
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
  released: {
    subject: 'Your order # was not paid in time',
    text: 'No payment has reached us in time, so we have cancelled the order and put its goods back on sale. Nothing was charged by us.',
  },
  too_late: {
    subject: 'Your payment for order # will be refunded',
    text: 'Your payment reached us after the order was cancelled, or could no longer be used. We will refund the whole amount to where it came from.',
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
