import type { Generated } from 'kysely';

/** What was bought, by whom, at which prices, and what became of it. */
export interface OrderTables {
  orders: OrdersTable;
  order_line: OrderLineTable;
  order_event: OrderEventTable;
  payment_event: PaymentEventTable;
  order_credit: OrderCreditTable;
  order_credit_line: OrderCreditLineTable;
  refund: RefundTable;
  idempotency_key: IdempotencyKeyTable;
  stock_hold: StockHoldTable;
  /** Whom holds are counted by, e-mail addresses and networks as keyed hashes; who orders holds the row meanwhile. */
  hold_party: { key: string; seen_at: number };
  /** Consecutive numbers, such as `order-2026` and `invoice-2026-27`; the value is the last one given. */
  number_series: { name: string; value: number };
}

export type OrderStatus =
  | 'pending'
  | 'placed'
  | 'processing'
  | 'shipped'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'cancelled'
  | 'returned';

/**
 * `unpaid`: an online payment is awaited. `cod`: to be paid at the door. `failed`: it was never paid, and nothing is owed.
 * `refund_due`: paid, and the money has to go back.
 */
export type PaymentStatus = 'unpaid' | 'cod' | 'paid' | 'failed' | 'refund_due' | 'refunded';
export type PaymentMethod = 'cod' | 'razorpay' | 'test';

export interface OrdersTable {
  id: string;
  /** What people say on the telephone: `TA-2026-000123`. */
  number: string;
  /** Null for a guest, and after the customer has deleted the account. */
  customer_id: string | null;
  email: string;
  /** By which an order of a guest is found when its mailbox is proven; null for one that must not be found. */
  mailbox: string | null;
  mobile: string;
  /** The address as it was when the order was placed. */
  address_json: string;
  order_status: OrderStatus;
  payment_status: PaymentStatus;
  payment_method: PaymentMethod;
  subtotal_paise: number;
  discount_paise: number;
  /** With the fee for cash on delivery, where there is one. */
  delivery_paise: number;
  /** That part of the delivery; 0 for orders of before it was kept. */
  cod_fee_paise: Generated<number>;
  /** Included in the total: of the lines and of the delivery. */
  tax_paise: number;
  total_paise: number;
  delivery_tax_json: string;
  coupon_code: string | null;
  note: string | null;
  /** Until when an unpaid order keeps its stock. */
  hold_until: number | null;
  /** Whether the stock of the lines is taken out of the shop's. */
  stock_held: number;
  /** Whether its lines are in what the products say they sold. */
  counted: Generated<number>;
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  invoice_number: string | null;
  invoice_at: number | null;
  created_at: number;
  updated_at: number;
  paid_at: number | null;
  delivered_at: number | null;
}

export interface OrderLineTable {
  order_id: string;
  position: number;
  /** Not foreign keys: an import may take a product away that was sold. */
  product_id: number;
  variant_id: number;
  slug: string;
  name: string;
  /** Option values joined by a slash. */
  variant: string;
  sku: string | null;
  hsn: string | null;
  sell_unit: 'piece' | 'metre';
  /** Pieces or centimetres. */
  quantity: number;
  /** 1 when it came out of stock; 0 when it was ordered ahead. */
  taken: number;
  /** For what was ordered ahead: the day from which it ships, as the buyer was told. */
  pre_order_at: number | null;
  /** The picture of the bought variant, and the name of its colour; null in orders of before they were kept. */
  picture_hash: string | null;
  color: string | null;
  /** The bolt that a piece of cloth is cut from. */
  bolt_position: number | null;
  /** Of one piece or one metre. */
  price_paise: number;
  subtotal_paise: number;
  discount_paise: number;
  /** Hundredths of a per cent: 500 is 5 %. */
  tax_rate_bp: number;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
  total_paise: number;
}

export interface OrderEventTable {
  id: Generated<number>;
  order_id: string;
  at: number;
  /** A state that the order came into, or what else happened to it. */
  kind: string;
  detail: string | null;
}

/** What a gateway told: each event once, in the same transaction as its effect. */
export interface PaymentEventTable {
  provider: string;
  event_id: string;
  order_id: string;
  at: number;
  outcome: 'paid' | 'failed';
  amount_paise: number;
  /** The gateway's name for the payment. */
  reference: string | null;
}

/** Why something is taken off an order. `refused`: the parcel came back to us. `refund`: money only, the goods stay. */
export type CreditKind = 'cancelled' | 'refused' | 'returned' | 'refund';

/** What was taken off an order after it was placed; the order's own amounts stay as they were. */
export interface OrderCreditTable {
  id: string;
  order_id: string;
  kind: CreditKind;
  /** In the owner's words. */
  reason: string | null;
  delivery_paise: number;
  delivery_tax_json: string;
  /** Included in the total: of the lines and of the delivery. */
  tax_paise: number;
  total_paise: number;
  /** What of it was paid before, and so has to go back; the rest was never taken. */
  owed_paise: number;
  /** Of the credit note; null for what was taken off before there was an invoice. */
  note_number: string | null;
  note_at: number | null;
  created_at: number;
}

export interface OrderCreditLineTable {
  credit_id: string;
  /** Of the order's line. */
  position: number;
  /** Pieces or centimetres; 0 when it is money only. */
  quantity: number;
  /** Whether the goods went back on sale; `none`: they never left the stock, or stay with the buyer. */
  back: 'stock' | 'spoilt' | 'none';
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
  total_paise: number;
}

/** Why money goes back. `paid_at_door`: it was to be cash. `wrong_amount`: it is not what the order costs. */
export type RefundReason = CreditKind | 'too_late' | 'paid_twice' | 'paid_at_door' | 'wrong_amount';

/** Money that the shop has and may not keep: of a credit, or a payment that the order could not use. */
export interface RefundTable {
  id: string;
  /** The gateway that has the payment; `cash` when the courier took it. */
  provider: string;
  /** The gateway's name for the payment. */
  reference: string;
  order_id: string;
  credit_id: string | null;
  /** The refund that this is a part of: the gateway sent less than was due. */
  split_of: string | null;
  amount_paise: number;
  reason: RefundReason;
  state: 'due' | 'sent';
  /** The gateway's name for the refund; null when the owner sent it by another way. */
  gateway_refund: string | null;
  created_at: number;
  updated_at: number;
}

/** What an order that was not paid at once took out of stock, and for whom: what may be held in all is bounded. */
export interface StockHoldTable {
  order_id: string;
  /** Customer, or cart by a hash, as in `idempotency_key`. */
  owner: string;
  /** Keyed hashes; the network is empty when it is not known. */
  email_key: string;
  network_key: string;
  line_count: number;
  /** Of those, the lines that took most of what there was. */
  scarce_count: number;
  created_at: number;
}

export interface IdempotencyKeyTable {
  /** Whose key it is: customer or cart. */
  owner: string;
  key: string;
  body_hash: string;
  order_id: string;
  created_at: number;
}
