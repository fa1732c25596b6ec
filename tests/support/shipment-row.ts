import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { ShipmentRow } from '#lib/sales/shipping/shipment-lease.server.ts';

/** Inserts the row of a shipment for an order. */
export async function insertShipment(
  { write }: Pick<ShopDatabase, 'write'>,
  orderId: string,
  overrides: Partial<ShipmentRow> = {},
): Promise<void> {
  await write
    .insertInto('shipment')
    .values({
      ...{ id: `s-${orderId}`, order_id: orderId, courier: 'shiprocket', reference: orderId, phase: 'new', due_at: 0 },
      ...{ weight_grams: 500, length_cm: 30, breadth_cm: 25, height_cm: 5, collect_paise: 100_000 },
      ...{ created_at: 0, updated_at: 0 },
      ...overrides,
    })
    .execute();
}
