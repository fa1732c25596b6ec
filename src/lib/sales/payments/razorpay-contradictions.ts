export interface RazorpayPayment {
  id: string;
  order_id?: string | null | undefined;
  amount: number;
  currency: string;
  status: string;
  captured?: unknown;
}

export interface RazorpayRefund {
  id: string;
  payment_id: string;
  amount: number;
  currency?: string | undefined;
  status: string;
  notes?: unknown;
}

/** The content of one message. `event` is missing in API responses, `requestedOrder` in webhooks. */
export interface RazorpayEvent {
  event?: string | undefined;
  requestedOrder?: string | undefined;
  payment?: RazorpayPayment | undefined;
  order?: { id: string; amount: number; currency: string } | undefined;
  refund?: RazorpayRefund | undefined;
}

/** The valid statuses of each event (razorpay.com/docs/webhooks/payloads). A created refund may have any. */
const STATUSES: Partial<Record<string, readonly string[]>> = {
  'payment.captured': ['captured'],
  'order.paid': ['captured'],
  'payment.failed': ['failed'],
  'refund.processed': ['processed'],
  'refund.failed': ['failed'],
};

/**
 * The first contradiction between fields of a message. Such a message changes no order: whichever field is right, the
 * shop might count money wrongly.
 */
export function contradictionIn({
  event = '',
  requestedOrder,
  payment,
  order,
  refund,
}: RazorpayEvent): string | undefined {
  const { status, currency = 'INR' } = refund ?? payment ?? { status: '' };
  const statuses = STATUSES[event];
  const checks: [isContradiction: boolean, why: string][] = [
    [statuses?.includes(status) === false, `the event is ${event}, but its status is ${status}`],
    [currency !== 'INR', `its currency is ${currency}, not INR`],
  ];
  if (payment) {
    const { id, order_id, amount, captured } = payment;
    checks.push(
      [payment.status === 'captured' && captured === false, 'its status is captured, but it is not captured'],
      [payment.status === 'failed' && captured === true, 'its status is failed, but it is captured'],
      [payment.currency !== 'INR', `the currency of the payment is ${payment.currency}, not INR`],
      [
        requestedOrder !== undefined && order_id !== requestedOrder,
        `it belongs to ${order_id}, not to ${requestedOrder}`,
      ],
      [order !== undefined && order.id !== order_id, `it belongs to ${order_id}, but the order paid is ${order?.id}`],
      [order !== undefined && order.currency !== 'INR', `the currency of the order is ${order?.currency}, not INR`],
      [order !== undefined && order.amount !== amount, `its amount is ${amount}, that of its order ${order?.amount}`],
      [
        refund !== undefined && refund.payment_id !== id,
        `the refund is of ${refund?.payment_id}, the payment is ${id}`,
      ],
      [refund !== undefined && refund.amount > amount, `${refund?.amount} were refunded of a payment of ${amount}`],
    );
  }
  return checks.find(([isContradiction]) => isContradiction)?.[1];
}
