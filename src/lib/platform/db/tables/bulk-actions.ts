import type { Generated } from 'kysely';

/**
 * What happens to the orders: they move to a status (`placed` undoes `processing`), are packed, are confirmed by their
 * customers on the phone (`confirmed`), or their cash was received.
 */
export type OrderBulkName =
  | 'confirmed'
  | 'processing'
  | 'packed'
  | 'shipped'
  | 'delivered'
  | 'placed'
  | 'cash_received';

/** What changes in the products. */
export type ProductBulkName = 'price' | 'status' | 'category' | 'sale' | 'end_sale';

/** In the inbox: tickets and messages are closed, reviews marked as seen. */
export type InboxBulkName = 'close';

/**
 * For products: its rows are found in the background (`planning`); the preview waits for a person (`planned`); the rows
 * are changed in the background (`running`) until none is waiting (`done`) or a person stops it. Those of orders and of
 * the inbox are always `done`: only their rows have a state.
 */
export type BulkState = 'planning' | 'planned' | 'running' | 'stopped' | 'done';

export interface BulkActionTable {
  id: string;
  author: string;
  action: OrderBulkName | ProductBulkName | InboxBulkName;
  carrier: string | null;
  created_at: number;
  subject: Generated<'order' | 'product' | 'inbox'>;
  state: Generated<BulkState>;
  /** Of products: what changes, and which products. */
  request_json: Generated<string | null>;
  /** Of products: the person who started it, for the audit log. */
  actor_json: Generated<string | null>;
}

export interface BulkActionRowTable {
  bulk_id: string;
  position: number;
  /** The id of the order or product; of the inbox with its kind, such as `ticket:T-1`. */
  record_id: string;
  /** Of an order, or a row of the inbox: its version in the preview. */
  version: number;
  tracking_number: string | null;
  state: 'waiting' | 'done' | 'failed';
  /** Why it failed. */
  message: string | null;
  /** The `updated_at` of the order after the action. */
  done_version: number | null;
  /** Of a product: the values that the action replaces, and the new ones. */
  before_json: string | null;
  after_json: string | null;
}
