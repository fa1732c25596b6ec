import type { Engine, ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { REMOVED_NAME, refuseOldPrograms } from '#lib/platform/db/migrations/0050-refuse-old-programs.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';
import {
  completedMigrations,
  createLedger,
  createLedgerTables,
  runMigrations,
} from '#lib/platform/db/migrator/migration-ledger.server.ts';
import { MIGRATIONS } from '#lib/platform/db/migrator/migrations.server.ts';
import { assertNotMoved } from '#lib/platform/db/migrator/move-marks.server.ts';
import { bulkTransaction } from '#lib/platform/db/transaction.server.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';

/** The database has migrations that this version does not contain. */
export class NewerDatabaseError extends StartError {
  constructor(unknown: string[]) {
    super(
      `The database is newer than this version of the shop (it has ${unknown.join(', ')}). ` +
        'Nothing was changed. Start the newer version, or go back to a copy of the database from before the upgrade.',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** Processes that start together wait for each other. Throws `NewerDatabaseError`, or `refused` after a move. */
export async function migrate(db: ShopDatabase): Promise<void> {
  const completed = await completedMigrations(db);
  assertNotMoved(completed);
  refuseNewer(completed);
  if (isUpToDate(completed)) return;
  await createLedger(db);
  await bulkTransaction(db, (tx) => runMigrations(tx, db.engine, pendingMigrations));
}

/** Creates all tables of an empty database, in the caller's transaction. */
export async function createAllTables(tx: Tx, engine: Engine): Promise<void> {
  await createLedgerTables(tx, engine);
  await runMigrations(tx, engine, pendingMigrations);
}

/** Throws `NewerDatabaseError` if a completed migration is not part of this version. */
export function refuseNewer(completed: readonly string[]): void {
  const unknown = unknownMigrations(completed);
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}

function unknownMigrations(completed: readonly string[]): string[] {
  const names = new Set(MIGRATIONS.map(({ name }) => name));
  return completed.filter((name) => !names.has(name));
}

/** The result of `migrationProblem` for a database of a newer version. */
export const NEWER_DATABASE = 'the database is newer than this program';

/** The reason why a running program can't use the database, if its migrations are not those of this version. */
export async function migrationProblem(db: ShopDatabase): Promise<string | undefined> {
  const completed = await completedMigrations(db);
  if (unknownMigrations(completed).length > 0) return NEWER_DATABASE;
  return isUpToDate(completed) ? undefined : 'migrations are not done';
}

/** Throws `refused` after a move. */
export async function isMigrated(db: ShopDatabase): Promise<boolean> {
  const completed = await completedMigrations(db);
  assertNotMoved(completed);
  return isUpToDate(completed);
}

/** Whether no migration of this version is missing. */
export function isUpToDate(completed: readonly string[]): boolean {
  return pendingMigrations(completed).length === 0;
}

function pendingMigrations(completed: readonly string[]): Migration[] {
  const hasRefusal = completed.includes(refuseOldPrograms.name);
  return MIGRATIONS.filter(({ name }) => !completed.includes(name) && !(name === REMOVED_NAME && hasRefusal));
}
