import { recordReading } from '#lib/platform/audit/record-reading.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Reading is recorded because an order contains the name, address, mobile number and email address of its buyer. */
export function recordReadingOrder({ db, now }: Pick<Shop, 'db' | 'now'>, orderId: string): Promise<void> {
  return recordReading(db, { action: 'read order', record: { kind: 'order', id: orderId } }, now());
}
