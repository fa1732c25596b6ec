import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { orderList } from '#lib/platform/db/migrations/0056-order-list.server.ts';
import { bulkProducts } from '#lib/platform/db/migrations/0062-bulk-products.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';
import { createLedger } from '#lib/platform/db/migrator/migration-ledger.server.ts';
import { MIGRATIONS } from '#lib/platform/db/migrator/migrations.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { createDatabase } from '#support/test-database.ts';

/** Calls `work` with a new database with the schema before a migration. */
async function withSchemaBefore(
  engine: Engine,
  migration: Migration,
  work: (db: ShopDatabase) => Promise<void>,
): Promise<void> {
  const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
  const db = await openDatabase({ dataDir: '', databaseUrl: database?.url, temporary: !database });
  try {
    await createLedger(db);
    for (const { up } of MIGRATIONS.slice(0, MIGRATIONS.indexOf(migration)))
      await transaction(db, (tx) => up(tx, engine));
    await work(db);
  } finally {
    await db.close();
    await database?.drop();
  }
}

describe.each<Engine>(['sqlite', 'postgres'])('bulk action migration [%s]', (engine) => {
  const action = { id: 'b1', author: 'Priya', carrier: 'DTDC', created_at: 1 };
  const row = { bulk_id: 'b1', position: 0, version: 7, tracking_number: 'AWB1', state: 'done', message: null };

  test.skipIf(engine === 'postgres' && !inject('postgresUrl'))(
    '0056 keeps earlier bulk actions and allows a new kind',
    () =>
      withSchemaBefore(engine, orderList, async (db) => {
        await sql`insert into bulk_action values ('b1', 'Priya', 'shipped', 'DTDC', 1)`.execute(db.write);
        await sql`insert into bulk_action_row values ('b1', 0, 'o1', 7, 'AWB1', 'done', null)`.execute(db.write);
        await transaction(db, (tx) => orderList.up(tx, engine));
        expect(await db.write.selectFrom('bulk_action').selectAll().execute()).toEqual([
          { ...action, action: 'shipped' },
        ]);
        expect(await db.write.selectFrom('bulk_action_row').selectAll().execute()).toEqual([
          { ...row, order_id: 'o1', done_version: null },
        ]);
        await sql`insert into bulk_action values ('b2', 'Priya', 'cash_received', null, 1)`.execute(db.write);
        await db.write.deleteFrom('bulk_action').execute();
        expect(await db.write.selectFrom('bulk_action_row').selectAll().execute()).toEqual([]);
      }),
  );

  test.skipIf(engine === 'postgres' && !inject('postgresUrl'))('0062 keeps earlier bulk actions', () =>
    withSchemaBefore(engine, bulkProducts, async (db) => {
      await sql`insert into bulk_action values ('b1', 'Priya', 'shipped', 'DTDC', 1)`.execute(db.write);
      await sql`insert into bulk_action_row values ('b1', 0, 'o1', 7, 'AWB1', 'done', null, 9)`.execute(db.write);
      await transaction(db, (tx) => bulkProducts.up(tx, engine));
      const newColumns = { subject: 'order', state: 'done', request_json: null, actor_json: null };
      expect(await db.write.selectFrom('bulk_action').selectAll().execute()).toEqual([
        { ...action, action: 'shipped', ...newColumns },
      ]);
      expect(await db.write.selectFrom('bulk_action_row').selectAll().execute()).toEqual([
        { ...row, record_id: 'o1', done_version: 9, before_json: null, after_json: null },
      ]);
    }),
  );
});
