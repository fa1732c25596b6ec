import type { Tx } from '#lib/platform/db/db.server.ts';

/**
 * Erases addresses, phone numbers and labels of a customer's parcels. Freight charges and statuses are kept for
 * accounting.
 */
export async function eraseShipments(tx: Tx, customerId: string): Promise<void> {
  const orders = tx.selectFrom('orders').select('id').where('customer_id', '=', customerId);
  const shipments = tx.selectFrom('shipment').select('id').where('order_id', 'in', orders);
  await tx.updateTable('shipment_event').set({ body: '', label: '' }).where('shipment_id', 'in', shipments).execute();
  await tx
    .updateTable('shipment')
    .set({ answer_json: null, label_file: null, reason: null })
    .where('order_id', 'in', orders)
    .execute();
}
