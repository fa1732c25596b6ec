import type { RazorpayOrder, RazorpayPayment, RazorpayRefund } from '#lib/sales/payments/razorpay.schema.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/**
 * The content of a webhook or an API response. `event` is undefined for an API response. `requestedOrderId` and
 * `requestedPaymentId` are undefined for a webhook.
 */
export interface RazorpayMessage {
  event?: string | undefined;
  requestedOrderId?: string | undefined;
  requestedPaymentId?: string | undefined;
  payment?: RazorpayPayment | undefined;
  order?: RazorpayOrder | undefined;
  refund?: RazorpayRefund | undefined;
}

/**
 * The valid statuses for some events (razorpay.com/docs/webhooks/payloads). For all other events, any status is valid.
 */
const VALID_STATUSES: Partial<Record<string, readonly string[]>> = {
  'payment.captured': ['captured'],
  'order.paid': ['captured'],
  'payment.failed': ['failed'],
  'refund.processed': ['processed'],
  'refund.failed': ['failed'],
};

/**
 * Returns the first reason not to trust a message: its fields contradict each other, its currency is not INR, or it
 * belongs to an order or payment other than the requested one. Returns undefined if there is no such reason. If fields
 * contradict each other, it is not known which field is correct, so the shop might record a wrong payment.
 */
export function contradictionIn({
  event = '',
  requestedOrderId,
  requestedPaymentId,
  payment,
  order,
  refund,
}: RazorpayMessage): string | undefined {
  const { status, currency = 'INR' } = refund ?? payment ?? { status: '' };
  const validStatuses = VALID_STATUSES[event];
  const checks: [isContradiction: boolean, why: string][] = [
    [validStatuses?.includes(status) === false, `the event is ${event}, but its status is ${status}`],
    [currency !== 'INR', `its currency is ${currency}, not INR`],
    [
      requestedPaymentId !== undefined && refund !== undefined && refund.payment_id !== requestedPaymentId,
      `it belongs to ${refund?.payment_id}, not to ${requestedPaymentId}`,
    ],
  ];
  if (payment) {
    const { id, order_id, amount, captured } = payment;
    checks.push(
      [payment.status === 'captured' && captured === false, 'its status is captured, but its field captured is false'],
      [payment.status === 'failed' && captured === true, 'its status is failed, but its field captured is true'],
      [payment.currency !== 'INR', `the currency of the payment is ${payment.currency}, not INR`],
      [
        requestedOrderId !== undefined && order_id !== requestedOrderId,
        `it belongs to ${order_id}, not to ${requestedOrderId}`,
      ],
      [order !== undefined && order.id !== order_id, `it belongs to ${order_id}, but the paid order is ${order?.id}`],
      [order !== undefined && order.currency !== 'INR', `the currency of the order is ${order?.currency}, not INR`],
      [
        order !== undefined && order.amount !== amount,
        `its amount is ${priceText(amount)}, but its order’s amount is ${priceText(order?.amount ?? 0)}`,
      ],
      [
        refund !== undefined && refund.payment_id !== id,
        `the refund belongs to payment ${refund?.payment_id}, not to ${id}`,
      ],
      [
        refund !== undefined && refund.amount > amount,
        `the refund of ${priceText(refund?.amount ?? 0)} exceeds the payment of ${priceText(amount)}`,
      ],
    );
  }
  return checks.find(([isContradiction]) => isContradiction)?.[1];
}
