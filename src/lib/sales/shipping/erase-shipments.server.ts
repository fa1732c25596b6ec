import type { Tx } from '#lib/platform/db/db.server.ts';

/**
 * Erases the labels, the couriers' reports and the instructions to couriers of a customer's parcels, because they may
 * contain addresses and phone numbers. Freight charges and statuses are kept for accounting.
 */
export async function eraseShipments(tx: Tx, customerId: string): Promise<void> {
  const orderIdsQuery = tx.selectFrom('orders').select('id').where('customer_id', '=', customerId);
  const shipmentIdsQuery = tx.selectFrom('shipment').select('id').where('order_id', 'in', orderIdsQuery);
  await tx
    .updateTable('shipment_event')
    .set({ body: '', label: '' })
    .where('shipment_id', 'in', shipmentIdsQuery)
    .execute();
  await tx
    .updateTable('shipment')
    .set({ answer_json: null, label_file: null, reason: null })
    .where('order_id', 'in', orderIdsQuery)
    .execute();
}
