import type { ManualSource } from '#lib/platform/db/tables/orders.ts';

export interface DraftOrderTables {
  draft_order: DraftOrderTable;
  draft_order_line: DraftOrderLineTable;
}

/** An order that staff create for a customer. It reserves no stock. The draft is deleted when the order is placed. */
export interface DraftOrderTable {
  id: string;
  source: ManualSource;
  collected: number;
  name: string;
  mobile: string;
  /** An empty string if the customer has not given an email address. */
  email: string;
  address_json: string | null;
  note: string;
  /** The member of staff who created the draft. */
  author: string;
  created_at: number;
  /** When the draft was last changed. Forms use this time as the version of the draft. */
  updated_at: number;
}

export interface DraftOrderLineTable {
  draft_id: string;
  variant_id: number;
  quantity: number;
  /** The catalogue price of one piece or metre when a member of staff last accepted it. */
  price_paise: number;
  /** The price that was set instead of the catalogue price; null if the catalogue price applies. */
  own_price_paise: number | null;
  reason: string | null;
  /** The member of staff who set `own_price_paise`; null if it is not set. */
  priced_by: string | null;
  added_at: number;
}
