import type {
  ContradictoryReport,
  GatewayReport,
  PayableOrder,
  ProviderName,
  RefundEvent,
  RefundRequest,
} from '#lib/sales/payments/payments.ts';

export interface PaymentGateway {
  provider: ProviderName;
  /** Creates an order at the gateway, and returns its id. Throws `busy`. */
  createOrder(order: PayableOrder): Promise<string>;
  /**
   * Returns undefined for an event that changes nothing. Throws `refused` for an invalid signature, and `malformed` or
   * `invalid` for an event that can't be parsed.
   */
  readWebhook(body: Buffer, headers: Headers): GatewayReport | RefundEvent | ContradictoryReport | undefined;
  /** Returns the captured and failed payments for one of the gateway's orders. Throws `busy`. */
  fetchPayments(providerOrderId: string): Promise<(GatewayReport | ContradictoryReport)[]>;
  /** Returns a payment's refunds, including failed refunds and those from the gateway's dashboard. Throws `busy`. */
  refundsOf(reference: string): Promise<RefundEvent[]>;
  /**
   * `failures` is the number of earlier failures of this refund. Returns the gateway's id of the refund. Throws
   * `conflict` if the gateway rejects it, and `busy`.
   */
  refund(refund: RefundRequest, failures: number): Promise<string>;
}
