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

/**
 * Runs the pending migrations. Of processes that start together, one runs them and the others wait. Throws a
 * StartError if a completed migration is not part of this version, and a ShopError with the code `refused` if
 * the shop was moved to another database or a move to this one is not complete.
 */
export async function migrate(db: ShopDatabase): Promise<void> {
  const completedNames = await completedMigrations(db);
  assertNotMoved(completedNames);
  refuseNewerDatabase(completedNames);
  if (isUpToDate(completedNames)) return;
  await createLedger(db);
  await bulkTransaction(db, (tx) => runMigrations(tx, db.engine, pendingMigrations));
}

/** Creates all tables of an empty database, in the caller's transaction. */
export async function createAllTables(tx: Tx, engine: Engine): Promise<void> {
  await createLedgerTables(tx, engine);
  await runMigrations(tx, engine, pendingMigrations);
}

/** Throws a StartError if a completed migration is not part of this version. */
export function refuseNewerDatabase(completedNames: readonly string[]): void {
  const unknownNames = unknownMigrations(completedNames);
  if (unknownNames.length > 0)
    throw new StartError(
      `The database is newer than this version of the shop (it has ${unknownNames.join(', ')}). ` +
        'Nothing was changed. Start the newer version, or go back to a copy of the database from before the upgrade.',
    );
}

function unknownMigrations(completedNames: readonly string[]): string[] {
  const names = new Set(MIGRATIONS.map(({ name }) => name));
  return completedNames.filter((name) => !names.has(name));
}

/** The result of `migrationProblem` for a database of a newer version. */
export const NEWER_DATABASE = 'the database is newer than this program';

/**
 * Returns the reason why a running program can't use the database, or undefined if the migrations of the database match
 * this version.
 */
export async function migrationProblem(db: ShopDatabase): Promise<string | undefined> {
  const completedNames = await completedMigrations(db);
  if (unknownMigrations(completedNames).length > 0) return NEWER_DATABASE;
  return isUpToDate(completedNames) ? undefined : 'migrations are pending';
}

/**
 * Returns whether the database has no pending migrations. Throws a ShopError with the code `refused` if the shop was
 * moved to another database, or if a move to this one is not complete.
 */
export async function isMigrated(db: ShopDatabase): Promise<boolean> {
  const completedNames = await completedMigrations(db);
  assertNotMoved(completedNames);
  return isUpToDate(completedNames);
}

/** Returns whether a database with these completed migrations has no pending migrations. */
export function isUpToDate(completedNames: readonly string[]): boolean {
  return pendingMigrations(completedNames).length === 0;
}

function pendingMigrations(completedNames: readonly string[]): Migration[] {
  const refusesOldPrograms = completedNames.includes(refuseOldPrograms.name);
  return MIGRATIONS.filter(
    ({ name }) => !completedNames.includes(name) && !(name === REMOVED_NAME && refusesOldPrograms),
  );
}
