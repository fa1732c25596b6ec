import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { TimedSemaphore } from '#lib/platform/concurrency/timed-semaphore.ts';
import { AuditedChanges } from '#lib/platform/db/audited-changes.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { deadlineIn, msLeft } from '#lib/platform/db/query/deadline.server.ts';
import { BULK_LIMITS, REQUEST_LIMITS } from '#lib/platform/db/query/limits.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { DatabaseUnavailable, isStalePlan } from '#lib/platform/db/query/unavailable.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';

const MAX_ATTEMPTS = 8;
/**
 * The SQLSTATEs of a serialization failure, of a deadlock, and of a foreign key to a row that an import has just
 * removed.
 */
const RETRIED_SQLSTATES = new Set(['40001', '40P01', '23503']);
/** Less than the number of connections, so that reads continue when all transactions wait for the same row. */
const MAX_CONCURRENT_TRANSACTIONS = 7;

/**
 * Runs `work` in a transaction, and returns its result. `work` may run more than once, so it must not call external
 * services. After 5 s, an error is thrown for which `isDatabaseUnavailable` is true. A change by staff or a command
 * without an entry in the audit log is rolled back, and an error is thrown (`withAuditCheck`). Throws the errors of
 * `work`.
 */
export async function transaction<T>(db: ShopDatabase, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.openTx) return work(db.openTx);
  const deadline = deadlineIn(REQUEST_LIMITS.totalMs);
  const semaphore = db.memo('transactions', () => new TimedSemaphore(MAX_CONCURRENT_TRANSACTIONS));
  const admission = semaphore.acquire(msLeft(deadline));
  const isAdmitted = typeof admission === 'boolean' ? admission : await db.context.waits.measure(admission);
  if (!isAdmitted) throw new DatabaseUnavailable('too many transactions are waiting');
  try {
    return await withRetries(db, db.write, work, deadline);
  } finally {
    semaphore.release();
  }
}

/**
 * Runs several use cases in one transaction: all of them take effect, or none. They must use the database that `work`
 * gets. If a use case throws, `work` must throw too, because the changes of one use case can't be undone separately.
 */
export function asOneTransaction<T>(db: ShopDatabase, work: (joinedDb: ShopDatabase) => Promise<T>): Promise<T> {
  return transaction(db, (tx) => work({ ...db, read: tx, write: tx, bulk: tx, openTx: tx }));
}

/**
 * Runs a transaction of an import, migration or repair, which may take up to ten minutes. On SQLite, all other writers
 * must wait for it.
 */
export function bulkTransaction<T>(db: ShopDatabase, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.openTx) return work(db.openTx);
  return withRetries(db, db.bulk, work, deadlineIn(BULK_LIMITS.totalMs));
}

async function withRetries<T>(
  { context }: ShopDatabase,
  handle: Kysely<Tables>,
  work: (tx: Tx) => Promise<T>,
  deadline: number,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.withDeadline(deadline, () =>
        handle.transaction().execute((tx) => context.runDetached(() => withAuditCheck(context, () => work(tx)))),
      );
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error) || msLeft(deadline) <= 0) throw error;
      await wait(2 ** attempt + Math.random() * 10);
    }
  }
}

/**
 * Runs `work`. Throws if staff or a command has changed a table that needs an entry in the audit log, and no entry was
 * added. For a job or a gateway, only a warning is emitted, because payments and stock must not depend on an entry.
 */
async function withAuditCheck<T>(context: ShopDatabase['context'], work: () => Promise<T>): Promise<T> {
  const actor = currentActor();
  if (!actor || actor.isRunRecorded) return work();
  const changes = new AuditedChanges();
  const result = await context.withWriteListener((sql) => changes.addStatement(sql), work);
  const { unrecordedTables } = changes;
  if (unrecordedTables.length === 0) return result;
  const message = `no entry in the audit log for a change to ${unrecordedTables.join(', ')}`;
  if (actor.kind === 'staff' || actor.kind === 'cli') throw new Error(message);
  process.emitWarning(`${actor.name}: ${message}`, 'AuditWarning');
  return result;
}

function isRetryable(error: unknown): boolean {
  return RETRIED_SQLSTATES.has(codeOf(error)) || isStalePlan(error);
}
