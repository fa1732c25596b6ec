import type { Generated, Selectable } from 'kysely';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import type { AttachmentTable } from '#lib/platform/db/tables/support.ts';

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

type OrderedGoods = Pick<
  OrderLineTable,
  'product_id' | 'variant_id' | 'name' | 'sku' | 'sell_unit' | 'quantity' | 'bolt_position'
>;

export interface ExchangeLineTable extends OrderedGoods {
  exchange_id: string;
  position: number;
  variant: Generated<string>;
  /** Whether the new items are taken from stock. */
  taken: Generated<number>;
  /** Whether the shop must still choose the new items. Until then, the row contains the old items. */
  is_open: Generated<number>;
}

export type ExchangeLine = Selectable<ExchangeLineTable>;

export interface ExchangeImageTable extends Omit<AttachmentTable, 'ticket_message_id'> {
  exchange_id: string;
}
