import { transaction } from '#lib/platform/db/transaction.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import type { ShipmentShop } from '#lib/sales/shipping/shipment-lease.server.ts';

/** The retention period from the last change to a parcel that is no longer tracked, for example from its delivery. */
const RETENTION_MS = 30 * DAY_MS;
/** The retention period from the last change to a parcel that is still tracked, whose label may be printed again. */
const TRACKED_RETENTION_MS = 180 * DAY_MS;

/** Removes couriers' labels, which show addresses, from old shipments. `sweepFiles` deletes the files. */
export async function deleteOldLabels({ db, now }: ShipmentShop): Promise<void> {
  await transaction(db, (tx) =>
    tx
      .updateTable('shipment')
      .set({ label_file: null })
      .where('label_file', 'is not', null)
      .where((eb) =>
        eb.or([
          eb.and([eb('tracked', '=', 0), eb('updated_at', '<', now() - RETENTION_MS)]),
          eb('updated_at', '<', now() - TRACKED_RETENTION_MS),
        ]),
      )
      .execute(),
  );
}
