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
  created_at: number;
  updated_at: number;
}

/** The new goods for a line of the order, taken out of stock when the exchange was approved. */
export interface ExchangeLineTable {
  exchange_id: string;
  /** Position of the order's line. */
  position: number;
  product_id: number;
  variant_id: number;
  name: string;
  sell_unit: 'piece' | 'metre';
  /** Pieces or centimetres. */
  quantity: number;
  bolt_position: number | null;
}

export interface ExchangeImageTable {
  id: string;
  exchange_id: string;
  position: number;
  /** As the customer called it. */
  name: string;
  /** One of the kinds in src/lib/files/file-kinds.ts. */
  kind: string;
  bytes: number;
  file_key: string;
}
