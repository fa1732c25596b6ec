import type { Generated } from 'kysely';

/** The status to which the orders move (`placed` undoes `processing`), or that they are packed, or their cash received. */
export type BulkActionName = 'processing' | 'packed' | 'shipped' | 'delivered' | 'placed' | 'cash_received';

export interface BulkActionTable {
  id: string;
  author: string;
  action: BulkActionName;
  carrier: string | null;
  created_at: number;
}

export interface BulkActionRowTable {
  bulk_id: string;
  position: number;
  order_id: string;
  /** The `updated_at` of the order in the preview. */
  version: number;
  tracking_number: string | null;
  state: 'waiting' | 'done' | 'failed';
  /** Why it failed. */
  message: string | null;
  /** The `updated_at` of the order after the action. */
  done_version: Generated<number | null>;
}
