import { tablesOf } from '#lib/operations/backup/contents.server.ts';
import { COMMAND_LINE } from '#lib/platform/actor/actor.server.ts';
import { type AuditEvent, recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/**
 * Adds an entry to the audit log of a database that was backed up, restored or moved, without migrating it. A database
 * of an earlier version, which has no audit log, is not changed.
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
