import { currentActor, runAs } from '#lib/platform/actor/actor.server.ts';
import { type AuditEvent, recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

interface Run<T> extends Pick<AuditEvent, 'action' | 'record'> {
  now(): number;
  /** The changes of the run, for its last entry. */
  changesOf(result: T): Pick<AuditEvent, 'before' | 'after'>;
}

/**
 * Runs work that needs many transactions, such as an import. Instead of an entry for each transaction, the audit log
 * gets one entry before the run, so that an interrupted run has an author, and one with the changes after the run. If
 * there is no current actor, these entries are not added.
 */
export async function recordedRun<T>(
  db: ShopDatabase,
  { action, record, now, changesOf }: Run<T>,
  work: () => Promise<T>,
): Promise<T> {
  const actor = currentActor();
  if (!actor) return work();
  await transaction(db, (tx) => recordAudit(tx, { action: `${action} (started)`, record }, now(), actor));
  const result = await runAs({ ...actor, isRunRecorded: true }, work);
  await transaction(db, (tx) => recordAudit(tx, { action, record, ...changesOf(result) }, now(), actor));
  return result;
}
