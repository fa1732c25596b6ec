import type { PaymentPurpose } from '#lib/platform/db/tables/payments.ts';
import type { GatewayRefund } from '#lib/sales/orders/credits/refund-status.ts';

export type ProviderName = 'razorpay' | 'test';

/** A gateway's report about a payment for one of its orders. */
export interface GatewayReport {
  /** The gateway's id of the event. The same event may arrive several times, but counts only once. */
  eventId: string;
  /** The gateway's id of the order. */
  providerOrderId: string;
  outcome: 'paid' | 'failed';
  amountPaise: number;
  /** The gateway's id of the payment. */
  reference: string;
}

/** A report about a payment for an order of the shop. */
export interface PaymentReport extends Omit<GatewayReport, 'providerOrderId'> {
  orderId: string;
  provider: ProviderName;
  /** The purpose for which the payment was started; `order` by default. */
  purpose?: PaymentPurpose | undefined;
  /** The discount in paise with which an `instead` payment was started. */
  discountPaise?: number | undefined;
}

/** A gateway's report about a refund, or a refund in a gateway's list. */
export interface RefundEvent extends Omit<GatewayRefund, 'provider'> {
  outcome: 'refunded' | 'refund_failed';
}

/** A report with contradictory fields, such as a captured payment in another currency. It changes no order. */
export interface ContradictoryReport {
  outcome: 'contradictory';
  /** The contradiction, such as "its currency is USD, not INR". */
  contradiction: string;
  /** The gateway's id of the payment, even if the report is about a refund. */
  reference: string;
  /** The gateway's id of the order; undefined if the report is about a refund. */
  providerOrderId?: string | undefined;
}

export interface RefundRequest {
  /** The shop's id of the refund. A repeated request with the same id and amount sends the money only once. */
  id: string;
  /** The gateway's id of the payment. */
  reference: string;
  amountPaise: number;
}

/** The data of an order that are needed to start an online payment. */
export interface PayableOrder {
  id: string;
  number: string;
  /** The amount that is paid online now, in paise. */
  amountPaise: number;
  /** The purpose of the payment; `order` by default. */
  purpose?: PaymentPurpose | undefined;
  /** The discount in paise that an `instead` payment grants. */
  discountPaise?: number | undefined;
}

/** A payment service. Its methods throw a `ShopError` with the named code. */
export interface PaymentGateway {
  provider: ProviderName;
  /** Creates an order at the gateway, and returns the gateway's id of this order. Throws `busy` if the call fails. */
  createOrder(order: PayableOrder): Promise<string>;
  /**
   * Returns the report in a webhook; undefined for an event that changes nothing. Throws `refused` if the signature is
   * invalid, and `malformed` or `invalid` if the event can't be parsed.
   */
  readWebhook(body: Buffer, headers: Headers): GatewayReport | RefundEvent | ContradictoryReport | undefined;
  /** Returns the captured and failed payments for one of the gateway's orders. Throws `busy` if the call fails. */
  fetchPayments(providerOrderId: string): Promise<(GatewayReport | ContradictoryReport)[]>;
  /**
   * Returns the refunds of a payment, including failed refunds, and refunds that were started on the gateway's
   * dashboard. Throws `conflict` if the gateway rejects the call or lists a refund that can't be counted, and `busy` if
   * the call fails in any other way.
   */
  refundsOf(reference: string): Promise<RefundEvent[]>;
  /**
   * Sends a refund, and returns the gateway's id of the refund. `failureCount` is the number of earlier failures of
   * this refund. Throws `conflict` if the gateway rejects the refund, and `busy` if the call fails in any other way.
   */
  refund(refund: RefundRequest, failureCount: number): Promise<string>;
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
  refundUnanswered:
    'The payment service is not responding, so the refund may not have been sent. Try again in a minute: it is sent only once.',
} as const;

/** The heading of the payment page, as specified in product.md, "Payment". */
export const PAYMENT_HEADING = 'Select Payment Method';

export const TEST_OUTCOMES = {
  approve: 'Approve the payment',
  decline: 'Decline the payment',
  late: 'Approve, and notify the shop late',
  abandon: 'Leave without paying',
} as const;
export type TestOutcome = keyof typeof TEST_OUTCOMES;
