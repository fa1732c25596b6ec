import { recordReading } from '#lib/platform/audit/record-reading.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Records in the audit log that a ticket was read, because a ticket contains a customer's messages, name and email
 * address.
 */
export function recordReadingTicket({ db, now }: Pick<Shop, 'db' | 'now'>, number: string): Promise<void> {
  return recordReading(db, { action: 'read ticket', record: { kind: 'ticket', id: number } }, now());
}
