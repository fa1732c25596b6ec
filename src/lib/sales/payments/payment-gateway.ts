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
  begin(order: PayableOrder): Promise<string>;
  /** Throws `refused` for a wrong signature; `undefined` is an event that changes nothing here. */
  readWebhook(body: Buffer, headers: Headers): GatewayReport | RefundEvent | ContradictoryReport | undefined;
  ask(providerOrderId: string): Promise<(GatewayReport | ContradictoryReport)[]>;
  /** All refunds of a payment, also failed ones and those begun on the gateway's page. */
  refundsOf(reference: string): Promise<RefundEvent[]>;
  /** `failures` counts how often this refund has failed before. */
  refund(refund: RefundOrder, failures: number): Promise<string>;
}
