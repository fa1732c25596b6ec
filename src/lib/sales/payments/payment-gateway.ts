import type {
  ContradictoryReport,
  GatewayReport,
  PayableOrder,
  ProviderName,
  RefundEvent,
  RefundRequest,
} from '#lib/sales/payments/payments.ts';

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
