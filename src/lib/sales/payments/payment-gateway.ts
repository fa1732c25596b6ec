import type {
  ContradictoryReport,
  GatewayReport,
  PayableOrder,
  ProviderName,
  RefundEvent,
  RefundOrder,
} from '#lib/sales/payments/payments.ts';

export interface PaymentGateway {
  provider: ProviderName;
  /** Creates the gateway's own order, and returns its id. */
  createOrder(order: PayableOrder): Promise<string>;
  /** Returns undefined for an event that changes nothing. Throws `refused` for an invalid signature. */
  readWebhook(body: Buffer, headers: Headers): GatewayReport | RefundEvent | ContradictoryReport | undefined;
  /** The payments for one of the gateway's orders. */
  fetchPayments(providerOrderId: string): Promise<(GatewayReport | ContradictoryReport)[]>;
  /** All refunds of a payment, including failed ones and those started on the gateway's dashboard. */
  refundsOf(reference: string): Promise<RefundEvent[]>;
  /** `failures` is the number of earlier failures of this refund. Returns the gateway's id of the refund. */
  refund(refund: RefundOrder, failures: number): Promise<string>;
}
