/** What was begun with a gateway; what came of it is told by its events. */
export interface PaymentTables {
  payment_attempt: PaymentAttemptTable;
  payment_beginning: PaymentBeginningTable;
  checkout_draft: CheckoutDraftTable;
}

export interface PaymentAttemptTable {
  id: string;
  order_id: string;
  provider: 'razorpay' | 'test';
  /** The gateway's name for it, by which its messages find the order. */
  provider_order_id: string;
  amount_paise: number;
  status: 'begun' | 'paid' | 'failed';
  created_at: number;
  /** When the gateway was last asked, so that waiting pages don't ask it in a row. */
  asked_at: number;
}

/** That a gateway is being told of an order, so that one process does it, and every page knows. */
export interface PaymentBeginningTable {
  order_id: string;
  provider: 'razorpay' | 'test';
  amount_paise: number;
  begun_at: number;
  /** When the gateway did not answer. */
  failed_at: number | null;
}

/** What was typed on the checkout page, one draft a cart. */
export interface CheckoutDraftTable {
  cart_id: string;
  fields_json: string;
  /** The idempotency key of the order that will be made of it. */
  next_key: string;
  updated_at: number;
}
