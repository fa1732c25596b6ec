import type { Generated } from 'kysely';

export interface PaymentTables {
  payment_attempt: PaymentAttemptTable;
  payment_event: PaymentEventTable;
  payment_beginning: PaymentBeginningTable;
  checkout_draft: CheckoutDraftTable;
  settlement_entry: SettlementEntryTable;
}

/** `order`: all of an unpaid order. `advance`: of a cash order. `instead`: what is left of a placed cash order. */
export type PaymentPurpose = 'order' | 'advance' | 'instead';

export interface PaymentAttemptTable {
  id: string;
  order_id: string;
  provider: 'razorpay' | 'test';
  provider_order_id: string;
  amount_paise: number;
  purpose: Generated<PaymentPurpose>;
  /** The discount for paying online that the amount of an `instead` payment includes. */
  discount_paise: Generated<number>;
  status: 'begun' | 'paid' | 'failed';
  created_at: number;
  /** So that waiting pages don't call the gateway too often. */
  asked_at: number;
}

/** So that only one process creates an order at the gateway. */
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

/** A payment, refund or adjustment in a settlement of the gateway, from a report that was uploaded. */
export interface SettlementEntryTable {
  /** Of the gateway: of a payment or a refund, for example. */
  id: string;
  /** `payment`, `refund`, `adjustment` and others of the gateway. */
  kind: string;
  amount_paise: number;
  fee_paise: number;
  /** GST, part of the fee. */
  tax_paise: number;
  /** What the settlement contains of it; negative if it was taken off. */
  net_paise: number;
  settled_at: number;
  settlement_id: string;
  /** The bank's reference of the transfer; empty if the report has none. */
  utr: string;
  uploaded_at: number;
}

/** Each gateway event is stored once, in the transaction of its effect. */
export interface PaymentEventTable {
  provider: string;
  event_id: string;
  order_id: string;
  at: number;
  outcome: 'paid' | 'failed';
  amount_paise: number;
  reference: string | null;
}
