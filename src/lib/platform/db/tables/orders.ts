import type { Generated } from 'kysely';
import type { BulkActionRowTable, BulkActionTable } from '#lib/platform/db/tables/bulk-actions.ts';
import type { CashConfirmationTable } from '#lib/platform/db/tables/cash-confirmations.ts';
import type { PackedLineTable } from '#lib/platform/db/tables/packing.ts';
import type { StockHoldTable } from '#lib/platform/db/tables/stock-holds.ts';

export interface OrderTables {
  orders: OrdersTable;
  order_line: OrderLineTable;
  order_event: OrderEventTable;
  bulk_action: BulkActionTable;
  bulk_action_row: BulkActionRowTable;
  packed_line: PackedLineTable;
  /** The terms by which the order list finds an order, such as names, numbers and mobile numbers. */
  order_term: { term: string; order_id: string; created_at: number };
  order_credit: OrderCreditTable;
  order_credit_line: OrderCreditLineTable;
  refund: RefundTable;
  stock_hold: StockHoldTable;
  /** Cash orders from unverified mailboxes, with a keyed hash of the buyer's widest network. */
  unverified_order: { order_id: string; network_key: string; created_at: number };
  /** The quantity of each variant in an unverified order, until the order is shipped or cancelled. */
  unverified_line: {
    order_id: string;
    variant_id: number;
    network_key: string;
    created_at: number;
    amount: number;
  };
  cash_confirmation: CashConfirmationTable;
  /**
   * Placing an order locks the rows of its buyer, to limit stock holds per person. Keys are keyed hashes of email
   * addresses and networks.
   */
  hold_party: { key: string; seen_at: number };
  /** A series of numbers, such as `order-2026`. `value` is the last assigned number. */
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

/** `cod`: cash on delivery. `failed`: never paid, and nothing is owed. `refund_due`: paid, and must be refunded. */
export type PaymentStatus = 'unpaid' | 'cod' | 'paid' | 'failed' | 'refund_due' | 'refunded';
/**
 * The seller's tax scheme at the time of the order. Only `regular` collects GST; sellers with other schemes issue bills
 * of supply.
 */
export type TaxScheme = 'regular' | 'composition' | 'unregistered';
export type PaymentMethod = 'cod' | 'razorpay' | 'test';
/** The origin of an order: the shop's checkout, or a member of staff who created it for a customer. */
export type OrderSource = 'shop' | ManualSource;
export type ManualSource = 'phone' | 'whatsapp' | 'counter';

export interface OrdersTable {
  id: string;
  number: string;
  /** Null for a guest, and after the account has been deleted. */
  customer_id: string | null;
  email: string;
  /** Used to find a guest's order once the mailbox is verified; null if the order must not be found. */
  mailbox: string | null;
  mobile: string;
  address_json: string;
  order_status: OrderStatus;
  payment_status: PaymentStatus;
  payment_method: PaymentMethod;
  subtotal_paise: number;
  discount_paise: number;
  /** The part of `discount_paise` for outfits. */
  outfit_paise: Generated<number>;
  delivery_paise: number;
  /** The fee for cash on delivery, part of `delivery_paise`; 0 in old orders. */
  cod_fee_paise: Generated<number>;
  /** The discount for paying online, part of `discount_paise`. */
  prepaid_discount_paise: Generated<number>;
  /** The part of a cash order that must be paid online before the order is placed; 0 if there is none. */
  advance_paise: Generated<number>;
  /** Whether `advance_paise` has been paid. */
  advance_paid: Generated<number>;
  /** The tax on the lines and the delivery. The total includes it. */
  tax_paise: number;
  total_paise: number;
  /** The price of the swatches, after discounts. */
  swatch_paise: Generated<number>;
  delivery_tax_json: string;
  tax_scheme: Generated<TaxScheme>;
  /** Whether the order is wrapped as a gift. */
  gift_wrap: Generated<number>;
  /** The price of the gift wrap, part of `delivery_paise`. */
  gift_wrap_paise: Generated<number>;
  gift_note: Generated<string | null>;
  coupon_code: string | null;
  note: string | null;
  /** The GSTIN of the business that gets the invoice, whose name is `buyer_business`; null if no business gets it. */
  buyer_gstin: Generated<string | null>;
  buyer_business: Generated<string | null>;
  hold_until: number | null;
  stock_held: number;
  /** Whether the lines are counted in `product.sold`. */
  counted: Generated<number>;
  /** Below 3 until a job has stored the order's current search terms, state, zone and pincode. */
  searchable: Generated<number>;
  /** The state in the address, set by the same job as `searchable`. */
  delivery_state: Generated<string | null>;
  /** The delivery zone of the pincode when `searchable` was last set; later changes to the zones don't affect it. */
  delivery_zone: Generated<string | null>;
  /** The pincode in the address, set by the same job as `searchable`. */
  delivery_pincode: Generated<string | null>;
  /** Whether a courier has collected cash that the shop has not yet received. */
  cash_due: Generated<number>;
  cash_remitted_at: Generated<number | null>;
  /** Whether the customer of a cash order must still confirm it before it can be packed. */
  awaits_confirmation: Generated<number>;
  source: Generated<OrderSource>;
  /** Whether the order is collected at the counter, without parcel and delivery charge. */
  collected: Generated<number>;
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  invoice_number: string | null;
  invoice_at: number | null;
  created_at: number;
  updated_at: number;
  paid_at: number | null;
  delivered_at: number | null;
  /** When the last item was packed; null before. */
  packed_at: Generated<number | null>;
}

export interface OrderLineTable {
  order_id: string;
  position: number;
  /** The id of the product. It is not a foreign key, because an import may remove a product that was sold. */
  product_id: number;
  variant_id: number;
  slug: string;
  name: string;
  variant: string;
  sku: string | null;
  hsn: string | null;
  sell_unit: 'piece' | 'metre';
  quantity: number;
  /** The quantity that was taken from stock; 0 for a pre-order. */
  taken: number;
  pre_order_at: number | null;
  picture_hash: string | null;
  color: string | null;
  bolt_position: number | null;
  /** The price of one piece or metre. */
  price_paise: number;
  subtotal_paise: number;
  discount_paise: number;
  /** The discount for paying online, part of `discount_paise`. */
  prepaid_discount_paise: number;
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
  kind: string;
  detail: string | null;
  /** The member of staff. Null for shoppers, and for events from before authors were recorded. */
  author: Generated<string | null>;
  /** The changed columns of the order before and after the change; null if the change can't be undone. */
  undo_json: Generated<string | null>;
}

/** `refused`: the parcel was returned to the shop. `refund`: only money is returned, and the buyer keeps the items. */
export type CreditKind = 'cancelled' | 'refused' | 'returned' | 'refund';

/** The reason why an undelivered parcel was returned to the shop. */
export type ReturnReason =
  | 'refused'
  | 'not_reachable'
  | 'wrong_address'
  | 'changed_mind'
  | 'fake_order'
  | 'damaged'
  | 'other';

/** A credit that was given after the order was placed. The amounts of the order don't change. */
export interface OrderCreditTable {
  id: string;
  order_id: string;
  kind: CreditKind;
  reason: string | null;
  /** The reason why a parcel was not delivered. Only for `refused`; null if the reason is not known. */
  return_reason: Generated<ReturnReason | null>;
  /** The courier's charge for a refused parcel, in both directions; null if it is not known. */
  return_cost_paise: Generated<number | null>;
  delivery_paise: number;
  delivery_tax_json: string;
  tax_paise: number;
  total_paise: number;
  /** The part of the total that the customer has paid and that must be refunded. */
  owed_paise: number;
  /** The number of the credit note; null if the credit is older than the invoice. */
  note_number: string | null;
  note_at: number | null;
  created_at: number;
}

type TaxedAmounts = Pick<OrderLineTable, 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise' | 'total_paise'>;

export interface OrderCreditLineTable extends TaxedAmounts {
  credit_id: string;
  position: number;
  quantity: number;
  /** `none`: the items never left the stock, or the buyer keeps them. */
  destination: 'stock' | 'spoilt' | 'none';
}

/** `paid_at_door`: the order was paid in cash. `wrong_amount`: the payment differs from the order's total. */
export type RefundReason = CreditKind | 'too_late' | 'paid_twice' | 'paid_at_door' | 'wrong_amount';

export interface RefundTable {
  id: string;
  provider: string;
  reference: string;
  order_id: string;
  credit_id: string | null;
  /** The id of the refund that was split, because the gateway sent less than was due; null if none was split. */
  split_of: string | null;
  amount_paise: number;
  reason: RefundReason;
  state: 'due' | 'sent';
  /** The gateway's id of the refund; null if the owner sent it in another way. */
  gateway_refund: string | null;
  created_at: number;
  updated_at: number;
}
