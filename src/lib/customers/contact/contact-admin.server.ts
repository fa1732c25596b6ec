import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { ContactMessageTable } from '#lib/platform/db/query/tables.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** Messages of the last `days`, newest last. */
export function contactMessages(
  { write }: Pick<ShopDatabase, 'write'>,
  now: number,
  days: number,
): Promise<ContactMessageTable[]> {
  return write
    .selectFrom('contact_message')
    .selectAll()
    .where('created_at', '>', now - days * DAY_MS)
    .orderBy('created_at')
    .execute();
}
