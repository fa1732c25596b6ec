import { describe, inject, test } from 'vitest';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';
import { createLedger } from '#lib/platform/db/migrator/migration-ledger.server.ts';
import { MIGRATIONS } from '#lib/platform/db/migrator/migrations.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { createDatabase } from './test-database.ts';

/**
 * Defines a test of a migration for each engine. `check` gets a new database with the schema before the migration, and
 * a function that runs the migration.
 */
export function testMigration(
  title: string,
  migration: Migration,
  check: (db: ShopDatabase, migrate: () => Promise<void>) => Promise<void>,
): void {
  describe.each<Engine>(['sqlite', 'postgres'])('migration [%s]', (engine) => {
    test.skipIf(engine === 'postgres' && !inject('postgresUrl'))(title, async () => {
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      const db = await openDatabase({ dataDir: '', databaseUrl: database?.url, isTemporary: !database });
      try {
        await createLedger(db);
        for (const { up } of MIGRATIONS.slice(0, MIGRATIONS.indexOf(migration)))
          await transaction(db, (tx) => up(tx, engine));
        await check(db, () => transaction(db, (tx) => migration.up(tx, engine)));
      } finally {
        await db.close();
        await database?.drop();
      }
    });
  });
}
