import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export interface ParcelsToHandle {
  /** The number of parcels that the courier could not deliver, and for which staff have not sent instructions yet. */
  undeliveredParcels: number;
  /** The number of parcels that the courier has brought back, and whose return is not recorded yet. */
  returnsToRecord: number;
  /** The number of shipments that are not on their way yet, are not cancelled, and have a failed task. */
  failedShipments: number;
}

/** Counts the parcels that need a decision by staff. The literals must match the partial indexes. */
export async function countParcelsToHandle({ read }: Pick<ShopDatabase, 'read'>): Promise<ParcelsToHandle> {
  const counts = await read
    .selectNoFrom((eb) => {
      const count = eb.fn.countAll<number>().as('n');
      const shipments = eb.selectFrom('shipment');
      return [
        shipments
          .where(sql<boolean>`status = 'undelivered'`)
          .where(sql<boolean>`(answered_at is null or answered_at < status_at or failed = 1)`)
          .select(count)
          .as('undelivered'),
        shipments
          .innerJoin('orders', 'orders.id', 'shipment.order_id')
          .where(sql<boolean>`shipment.status = 'came_back'`)
          .where('order_status', '!=', 'returned')
          .select(count)
          .as('cameBack'),
        shipments
          .where(sql<boolean>`failed = 1`)
          .where(sql<boolean>`phase <> 'cancelled' and status is null`)
          .select(count)
          .as('failedShipments'),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    undeliveredParcels: Number(counts.undelivered),
    returnsToRecord: Number(counts.cameBack),
    failedShipments: Number(counts.failedShipments),
  };
}
