import type { Generated } from 'kysely';

export interface PaymentTables {
  payment_attempt: PaymentAttemptTable;
  payment_event: PaymentEventTable;
  payment_beginning: PaymentBeginningTable;
  checkout_draft: CheckoutDraftTable;
  settlement_entry: SettlementEntryTable;
}

/**
 * `order`: the whole amount of an unpaid order. `advance`: part of a cash order. `instead`: the rest of a placed cash
 * order.
 */
export type PaymentPurpose = 'order' | 'advance' | 'instead';

export interface PaymentAttemptTable {
  id: string;
  order_id: string;
  provider: 'razorpay' | 'test';
  provider_order_id: string;
  amount_paise: number;
  purpose: Generated<PaymentPurpose>;
  /** The discount for paying online in an `instead` payment. */
  discount_paise: Generated<number>;
  status: 'begun' | 'paid' | 'failed';
  created_at: number;
  /** When the gateway was last queried, so that pages that wait for the payment don't query it too often. */
  asked_at: number;
}

/** The claim of the process that creates an order at the gateway, so that no other process creates one. */
export interface PaymentBeginningTable {
  order_id: string;
  provider: 'razorpay' | 'test';
  amount_paise: number;
  begun_at: number;
  failed_at: number | null;
}

export interface CheckoutDraftTable {
  cart_id: string;
  fields_json: string;
  next_key: string;
  updated_at: number;
}

/** A payment, refund or adjustment in a settlement of the gateway, from an uploaded report. */
export interface SettlementEntryTable {
  /** The gateway's id, such as that of a payment or a refund. */
  id: string;
  /** The gateway's term: `payment`, `refund`, `adjustment` and others. */
  kind: string;
  amount_paise: number;
  fee_paise: number;
  /** The GST on the fee, which is part of the fee. */
  tax_paise: number;
  /** The amount in the settlement; negative if it was deducted. */
  net_paise: number;
  settled_at: number;
  settlement_id: string;
  /** The bank's reference for the transfer; an empty string if the report has none. */
  utr: string;
  uploaded_at: number;
}

/** An event of a gateway. Each event is stored once, in the transaction that applies it. */
export interface PaymentEventTable {
  provider: string;
  event_id: string;
  order_id: string;
  at: number;
  outcome: 'paid' | 'failed';
  amount_paise: number;
  reference: string | null;
}
