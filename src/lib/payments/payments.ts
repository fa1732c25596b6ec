/** How an order is paid online. No I/O: anyone may import this file. */

export type ProviderName = 'razorpay' | 'test';

/** What a gateway tells of one payment: by webhook, or when it is asked. */
export interface GatewayReport {
  /** The same event may be told many times; it counts once. */
  eventId: string;
  /** The gateway's name for what `begin` made. */
  providerOrderId: string;
  outcome: 'paid' | 'failed';
  amountPaise: number;
  /** The gateway's name for the payment. */
  reference: string;
}

/** What a gateway tells of money that it has sent back, or could not. */
export interface RefundEvent {
  /** The gateway's name for the refund. */
  refundId: string;
  outcome: 'refunded' | 'refund_failed';
  amountPaise: number;
  /** The gateway's name for the payment. */
  reference: string;
  /** The shop's own name for it; missing when it was begun on the gateway's page, or by an old version. */
  ownId?: string | undefined;
}

/** A part of a payment, or all of it, that is to go back. */
export interface RefundOrder {
  /** The shop's name for it: asked twice for the same, the money goes once. */
  id: string;
  /** The gateway's name for the payment. */
  reference: string;
  amountPaise: number;
}

/** What a gateway needs to know of an order. */
export interface PayableOrder {
  id: string;
  number: string;
  totalPaise: number;
  email: string;
  mobile: string;
}

export const PAYMENT_MESSAGES = {
  forged: 'The signature is not valid.',
  unknownProvider: 'This shop has no such gateway.',
  unavailable:
    'We can’t reach the payment service just now. Nothing was charged, and your order is kept: try again in a minute.',
  unavailableButCash:
    'We can’t reach the payment service just now. Nothing was charged, and your order is kept: try again in a minute, or choose cash on delivery.',
  notFound: 'We could not find this order.',
  over: 'This order is no longer waiting for payment.',
  refundUnanswered: 'The payment service does not answer, so nothing was sent back. Try again in a minute.',
} as const;

/** The payment dialog's heading (product.md, "Payment"). */
export const PAYMENT_HEADING = 'Select Payment Method';

/** What the test gateway's page offers. */
export const TEST_OUTCOMES = {
  approve: 'Approve the payment',
  decline: 'Decline the payment',
  late: 'Approve, and tell the shop late',
  abandon: 'Leave without paying',
} as const;
export type TestOutcome = keyof typeof TEST_OUTCOMES;
