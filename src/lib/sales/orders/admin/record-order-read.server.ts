import { recordReading } from '#lib/platform/audit/record-reading.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Records in the audit log that an order was read, because an order contains the name, address and contact details of
 * the buyer.
 */
export function recordOrderRead({ db, now }: Pick<Shop, 'db' | 'now'>, orderId: string): Promise<void> {
  return recordReading(db, { action: 'read order', record: { kind: 'order', id: orderId } }, now());
}
