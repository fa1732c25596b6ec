import type { Generated, Selectable } from 'kysely';

/** Requests to exchange what an order brought, and the goods that are held for them. */
export interface ExchangeTables {
  exchange: ExchangeTable;
  exchange_line: ExchangeLineTable;
  exchange_image: ExchangeImageTable;
}

/** `approved`: the new goods are held. `received`: the old ones came back. `expired`: they did not come in time. */
export type ExchangeState = 'requested' | 'approved' | 'received' | 'declined' | 'expired';

export interface ExchangeTable {
  id: string;
  order_id: string;
  customer_id: string | null;
  reasons_json: string;
  custom_reason: string;
  has_original_packaging: number;
  state: ExchangeState;
  /** What the shop said to it. */
  answer: string | null;
  /** Until when the old goods must be back; the new ones are held as long. */
  expires_at: number | null;
  /** Whether the old goods came back in a state in which they can't be sold. */
  spoilt: Generated<number>;
  /** The parcel with the new goods, which leaves when the old ones are back. */
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  shipped_at: number | null;
  delivered_at: number | null;
  created_at: number;
  updated_at: number;
}

/** The new goods for a line of the order, as they were asked for; out of stock from the approval on. */
export interface ExchangeLineTable {
  exchange_id: string;
  /** Position of the order's line. */
  position: number;
  product_id: number;
  variant_id: number;
  name: string;
  /** Option values joined by a slash. */
  variant: Generated<string>;
  sku: string | null;
  sell_unit: 'piece' | 'metre';
  /** Pieces or centimetres: of the old goods, and as many of the new ones. */
  quantity: number;
  bolt_position: number | null;
  /** 1 while the new goods are out of stock for it. */
  taken: Generated<number>;
  /** 1 when the customer has left it to the shop what comes instead; the goods are the old ones until then. */
  is_open: Generated<number>;
}

export type ExchangeLine = Selectable<ExchangeLineTable>;

export interface ExchangeImageTable {
  id: string;
  exchange_id: string;
  position: number;
  /** As the customer called it. */
  name: string;
  /** One of the kinds in src/lib/platform/files/file-kinds.ts. */
  kind: string;
  bytes: number;
  file_key: string;
}
