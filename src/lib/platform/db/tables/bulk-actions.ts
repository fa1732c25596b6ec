import type { Generated } from 'kysely';

/**
 * An action on orders: it moves them to a status (`placed` undoes `processing`), packs them, or records that their
 * customers confirmed them on the phone (`confirmed`) or that their cash was received.
 */
export type OrderBulkActionName =
  | 'confirmed'
  | 'processing'
  | 'packed'
  | 'shipped'
  | 'delivered'
  | 'placed'
  | 'cash_received';

/** An action on products. */
export type ProductBulkActionName = 'price' | 'status' | 'category' | 'sale' | 'end_sale';

/** An action in the inbox: it closes tickets and messages, and marks reviews as seen. */
export type InboxBulkActionName = 'close';

/**
 * For products: a job finds the rows (`planning`); a person checks the preview (`planned`); a job changes the rows
 * (`running`) until none is waiting (`done`) or a person stops it. Actions for orders and the inbox are always `done`:
 * only their rows have a state.
 */
export type BulkActionState = 'planning' | 'planned' | 'running' | 'stopped' | 'done';

export interface BulkActionTable {
  id: string;
  author: string;
  action: OrderBulkActionName | ProductBulkActionName | InboxBulkActionName;
  carrier: string | null;
  created_at: number;
  subject: Generated<'order' | 'product' | 'inbox'>;
  state: Generated<BulkActionState>;
  /** For products: the change and the selection of products. */
  request_json: Generated<string | null>;
  /** For products: the person who started the action, for the audit log. */
  actor_json: Generated<string | null>;
}

export interface BulkActionRowTable {
  bulk_id: string;
  position: number;
  /** The id of the order or product; for the inbox, prefixed with the kind of record, such as `ticket:T-1`. */
  record_id: string;
  /** The version of the order or the inbox row in the preview. */
  version: number;
  tracking_number: string | null;
  state: 'waiting' | 'done' | 'failed';
  /** The reason for the failure; null if the action has not failed. */
  message: string | null;
  /** The `updated_at` of the order after the action; null before. */
  done_version: number | null;
  /** For products: the values that the action replaces. */
  before_json: string | null;
  /** For products: the new values. */
  after_json: string | null;
}
