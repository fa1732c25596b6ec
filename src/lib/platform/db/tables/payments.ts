export interface PaymentTables {
  payment_attempt: PaymentAttemptTable;
  payment_beginning: PaymentBeginningTable;
  checkout_draft: CheckoutDraftTable;
}

export interface PaymentAttemptTable {
  id: string;
  order_id: string;
  provider: 'razorpay' | 'test';
  provider_order_id: string;
  amount_paise: number;
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
