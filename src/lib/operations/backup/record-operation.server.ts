import { tablesOf } from '#lib/operations/backup/contents.server.ts';
import { COMMAND_LINE } from '#lib/platform/actor/actor.server.ts';
import { type AuditEvent, recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/**
 * Adds an entry to the audit log of a database that no program has opened as a shop, and that is not migrated for it: one
 * that is backed up, was restored, or was moved. A database from before there was a log stays as it is.
 */
export async function recordOperation(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  event: Pick<AuditEvent, 'action' | 'after'>,
): Promise<void> {
  const db = await openDatabase({ databaseUrl, dataDir });
  try {
    if (!(await tablesOf(db.write, db.engine)).includes('audit_entry')) return;
    const record = { kind: 'shop', id: '' };
    await transaction(db, (tx) => recordAudit(tx, { ...event, record }, Date.now(), COMMAND_LINE));
  } finally {
    await db.close();
  }
}
