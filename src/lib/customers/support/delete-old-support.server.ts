import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const YEAR_MS = 365 * DAY_MS;
/** The retention period in the privacy policy. The sweep of files without a database row removes the attachments. */
export const SUPPORT_RETENTION_MS = 3 * YEAR_MS;

/**
 * Deletes contact messages that are older than `SUPPORT_RETENTION_MS`, and closed tickets that have not changed for
 * that long.
 */
export async function deleteOldSupport({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const cutoff = now() - SUPPORT_RETENTION_MS;
  await transaction(db, async (tx) => {
    const tickets = tx.deleteFrom('ticket').where('state', '=', 'closed').where('updated_at', '<', cutoff);
    const messages = tx.deleteFrom('contact_message').where('created_at', '<', cutoff);
    const [ticketRows, messageRows] = [await tickets.executeTakeFirst(), await messages.executeTakeFirst()];
    const after = { tickets: Number(ticketRows.numDeletedRows), messages: Number(messageRows.numDeletedRows) };
    if (after.tickets + after.messages === 0) return;
    await recordAudit(tx, { action: 'delete old support', record: { kind: 'support', id: '' }, after }, now());
  });
}
