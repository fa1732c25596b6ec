import { sql } from 'kysely';
import type { Engine, ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { ignoreMissingTable } from '#lib/platform/db/installation-notes.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';
import { bulkTransaction } from '#lib/platform/db/transaction.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';

/** The SQLSTATEs that the later of two processes gets if both create the same table. `createLedger` then retries. */
const CREATION_CONFLICTS = new Set(['23505', '42P07', 'XX000']);

/**
 * Runs the migrations that `pendingMigrations` returns for the names of completed migrations, in the caller's
 * transaction. The ledger must exist.
 */
export async function runMigrations(
  tx: Tx,
  engine: Engine,
  pendingMigrations: (completedNames: readonly string[]) => Migration[],
): Promise<void> {
  // Locks the row until the end of the transaction, so that only one process runs migrations.
  await tx.updateTable('migration_lock').set({ id: 1 }).where('id', '=', 1).execute();
  const completedNames = (await tx.selectFrom('migration').select('name').execute()).map(({ name }) => name);
  for (const migration of pendingMigrations(completedNames)) {
    await migration.up(tx, engine);
    await tx.insertInto('migration').values({ name: migration.name, at: Date.now() }).execute();
  }
}

/** Returns whether a version of the shop has completed a migration in this database. */
export async function hasShop(db: ShopDatabase): Promise<boolean> {
  return (await completedMigrations(db)).length > 0;
}

/** Returns the names of the completed migrations in order, or an empty list if the database has no tables. */
export async function completedMigrations(db: ShopDatabase): Promise<string[]> {
  const rows = await db.write
    .selectFrom('migration')
    .select('name')
    .orderBy('name')
    .execute()
    .catch(ignoreMissingTable);
  return rows?.map(({ name }) => name) ?? [];
}

/** Creates the tables in which `migrate` records completed migrations. */
export async function createLedger(db: ShopDatabase): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await bulkTransaction(db, (tx) => createLedgerTables(tx, db.engine));
      return;
    } catch (error) {
      if (!CREATION_CONFLICTS.has(codeOf(error)) || attempt === 5) throw error;
    }
  }
}

export async function createLedgerTables(tx: Tx, engine: Engine): Promise<void> {
  const integerType = engine === 'postgres' ? 'bigint' : 'integer';
  await sql.raw(`create table if not exists migration (name text primary key, at ${integerType} not null)`).execute(tx);
  await sql.raw(`create table if not exists migration_lock (id ${integerType} primary key)`).execute(tx);
  await sql.raw('insert into migration_lock (id) values (1) on conflict do nothing').execute(tx);
  // Only old versions of the shop write to this table. The migration `refuseOldPrograms` makes such writes fail.
  await sql
    .raw(`create table if not exists migration_turn (id ${integerType} primary key, turn ${integerType} not null)`)
    .execute(tx);
  await sql.raw('insert into migration_turn (id, turn) values (1, 0) on conflict do nothing').execute(tx);
}
