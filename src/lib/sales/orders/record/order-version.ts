import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrdersTable } from '#lib/platform/db/tables/orders.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';

/** Conditions for a change to an order by staff. */
export interface ChangeOptions {
  /** The `updated_at` of the order that the page showed. */
  version?: number | undefined;
  /**
   * Called in the same transaction if the change makes a refund due, with the amount in paise. Throws an error to
   * reject the change.
   */
  beforeRefund?: ((tx: Tx, paise: number) => Promise<void>) | undefined;
}

/** Throws `conflict` if the order has changed since the page showed it. */
export function rejectOutdatedVersion(
  { updated_at }: Pick<OrdersTable, 'updated_at'>,
  version: number | undefined,
): void {
  if (version !== undefined && updated_at !== version) throw changedMeanwhile('order');
}
