import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const YEAR_MS = 365 * DAY_MS;
/** The retention period in the privacy policy. The job `delete unused files` removes the attachments. */
export const SUPPORT_RETENTION_MS = 3 * YEAR_MS;

/**
 * Deletes contact messages that are older than `SUPPORT_RETENTION_MS`, and closed tickets that have not changed for
 * that long.
 */
export async function deleteOldSupport({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const cutoff = now() - SUPPORT_RETENTION_MS;
  await transaction(db, async (tx) => {
    const ticketDeletion = tx.deleteFrom('ticket').where('state', '=', 'closed').where('updated_at', '<', cutoff);
    const messageDeletion = tx.deleteFrom('contact_message').where('created_at', '<', cutoff);
    const ticketResult = await ticketDeletion.executeTakeFirst();
    const messageResult = await messageDeletion.executeTakeFirst();
    const after = { tickets: Number(ticketResult.numDeletedRows), messages: Number(messageResult.numDeletedRows) };
    if (after.tickets + after.messages === 0) return;
    await recordAudit(tx, { action: 'delete old support', record: { kind: 'support', id: '' }, after }, now());
  });
}
