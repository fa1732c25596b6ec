import type { Generated, Selectable } from 'kysely';

export interface ExchangeTables {
  exchange: ExchangeTable;
  exchange_line: ExchangeLineTable;
  exchange_image: ExchangeImageTable;
}

/**
 * `approved`: the new items are reserved. `received`: the old items have arrived. `expired`: the old items did not
 * arrive in time.
 */
export type ExchangeState = 'requested' | 'approved' | 'received' | 'declined' | 'expired';

export interface ExchangeTable {
  id: string;
  order_id: string;
  customer_id: string | null;
  reasons_json: string;
  custom_reason: string;
  has_original_packaging: number;
  state: ExchangeState;
  answer: string | null;
  /** The deadline for the old items; null until the exchange is approved. */
  expires_at: number | null;
  /** Whether the old items can't be sold again. */
  spoilt: Generated<number>;
  carrier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  shipped_at: number | null;
  delivered_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface ExchangeLineTable {
  exchange_id: string;
  position: number;
  product_id: number;
  variant_id: number;
  name: string;
  variant: Generated<string>;
  sku: string | null;
  sell_unit: 'piece' | 'metre';
  quantity: number;
  bolt_position: number | null;
  /** Whether the new items are taken from stock. */
  taken: Generated<number>;
  /** Whether the shop must still choose the new items. Until then, the row contains the old items. */
  is_open: Generated<number>;
}

export type ExchangeLine = Selectable<ExchangeLineTable>;

export interface ExchangeImageTable {
  id: string;
  exchange_id: string;
  position: number;
  name: string;
  kind: string;
  bytes: number;
  file_key: string;
}
