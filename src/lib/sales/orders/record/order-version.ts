import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrdersTable } from '#lib/platform/db/tables/orders.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';

/** Conditions for a change that a person makes to an order. */
export interface ChangeOptions {
  /** The `updated_at` of the order that the person saw. */
  version?: number | undefined;
  /** Runs in the same transaction when the change makes a refund due, with its amount. Throws to refuse the change. */
  beforeRefund?: ((tx: Tx, paise: number) => Promise<void>) | undefined;
}

/** Throws `conflict` if the order has changed since the person saw it. */
export function rejectOutdatedVersion(
  { updated_at }: Pick<OrdersTable, 'updated_at'>,
  version: number | undefined,
): void {
  if (version !== undefined && updated_at !== version) throw changedMeanwhile('order');
}
