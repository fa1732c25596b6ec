import { STATUS_MESSAGES } from '#lib/sales/orders/record/orders.ts';

/** The texts of emails about orders. `orderSubject` fills in `{goods}`, `{is}` and `{has}`. */
export const ORDER_MAIL_WORDS = {
  payment_pending: {
    subject: 'Your {goods} {is} waiting for payment',
    text: 'We have your order and are holding its items for a short while. Please pay to confirm it. If you closed the payment page, use the link below to open it again.',
  },
  payment_link: {
    subject: 'Please pay for your {goods}',
    text: 'Thank you for your order. Please use the link below to pay; that confirms it.',
  },
  pay_online: {
    subject: 'Pay online for your {goods}',
    text: 'You can pay for your order online instead of in cash, until it is shipped. The link below is valid for three days and for one payment.',
  },
  placed: { subject: 'Order placed: {goods}', text: STATUS_MESSAGES.placed },
  confirm: {
    subject: 'Please confirm your order: {goods}',
    text: 'Thank you for your order. You pay the courier in cash, so please confirm with the link below that you want it. We pack it after that.',
  },
  confirm_reminder: {
    subject: 'Do you still want your {goods}?',
    text: 'You have not confirmed your order yet. Please open the link below and confirm it, or cancel it there.',
  },
  not_confirmed: {
    subject: 'Order cancelled, as it was not confirmed: {goods}',
    text: 'You did not confirm your order in time, so we have cancelled it. Nothing was charged, and no parcel will come. If you still want the items, open your order and press “Order again”.',
  },
  payment_received: {
    subject: 'Payment received for {goods}',
    text: `We have received your payment. ${STATUS_MESSAGES.placed}`,
  },
  payment_failed: {
    subject: 'The payment for {goods} did not go through',
    text: 'The payment did not go through. We are holding the items for a short while. Please try again from your order.',
  },
  shipped: { subject: 'Your {goods} {has} been shipped', text: STATUS_MESSAGES.shipped },
  in_transit: { subject: 'Your {goods} {is} on the way', text: STATUS_MESSAGES.in_transit },
  out_for_delivery: { subject: 'Your {goods} {is} out for delivery', text: STATUS_MESSAGES.out_for_delivery },
  delivered: { subject: 'Your {goods} {has} been delivered', text: STATUS_MESSAGES.delivered },
  released: {
    subject: 'Order cancelled, as it was not paid in time: {goods}',
    text: 'Your payment did not reach us in time, so we have cancelled the order. Nothing was charged. You can order again at any time.',
  },
  too_late: {
    subject: 'Your payment for {goods} will be refunded',
    text: 'Your payment reached us too late for this order. We will refund the whole amount to where it came from.',
  },
  paid_twice: {
    subject: 'You paid twice for {goods}',
    text: 'We have received a second payment for this order. We will refund it to where it came from.',
  },
  paid_at_door: {
    subject: 'Your online payment for {goods} will be refunded',
    text: 'You chose cash on delivery, but we also received an online payment. We will refund it to where it came from. Please pay the courier in cash.',
  },
  wrong_amount: {
    subject: 'A payment for {goods} will be refunded',
    text: 'We received a payment that does not match the amount of your order, so we could not use it. We will refund it to where it came from.',
  },
} as const satisfies Record<string, { subject: string; text: string }>;

export type OrderMail = keyof typeof ORDER_MAIL_WORDS;
