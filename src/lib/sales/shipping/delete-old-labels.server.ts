import { transaction } from '#lib/platform/db/transaction.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import type { HoldingShop } from '#lib/sales/shipping/held-shipment.server.ts';

const RETENTION_MS = 30 * DAY_MS;
/** Its label may still be printed again. */
const UNSENT_MS = 180 * DAY_MS;

/** Forgets couriers' labels, which show an address: a month after the parcel has arrived or was cancelled. The sweep of unused files deletes them. */
export async function deleteOldLabels({ db, now }: HoldingShop): Promise<void> {
  await transaction(db, (tx) =>
    tx
      .updateTable('shipment')
      .set({ label_file: null })
      .where('label_file', 'is not', null)
      .where((of) =>
        of.or([
          of.and([of('tracked', '=', 0), of('updated_at', '<', now() - RETENTION_MS)]),
          of('updated_at', '<', now() - UNSENT_MS),
        ]),
      )
      .execute(),
  );
}
