import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { orderList } from '#lib/platform/db/migrations/0056-order-list.server.ts';
import { createLedger } from '#lib/platform/db/migrator/migration-ledger.server.ts';
import { MIGRATIONS } from '#lib/platform/db/migrator/migrations.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { createDatabase } from '#support/test-database.ts';

describe.each(['sqlite', 'postgres'] as const)('the update to new bulk actions [%s]', (engine) => {
  test.skipIf(engine === 'postgres' && !inject('postgresUrl'))('keeps the actions of before', async () => {
    const made = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
    const db = await openDatabase({ dataDir: '', databaseUrl: made?.url, temporary: !made });
    try {
      await createLedger(db);
      for (const { up } of MIGRATIONS.slice(0, MIGRATIONS.indexOf(orderList)))
        await transaction(db, (tx) => up(tx, engine));
      await sql`insert into bulk_action values ('b1', 'Priya', 'shipped', 'DTDC', 1)`.execute(db.write);
      await sql`insert into bulk_action_row values ('b1', 0, 'o1', 7, 'AWB1', 'done', null)`.execute(db.write);
      await transaction(db, (tx) => orderList.up(tx, engine));
      const action = { id: 'b1', author: 'Priya', carrier: 'DTDC', created_at: 1 };
      const row = { bulk_id: 'b1', position: 0, order_id: 'o1', version: 7, tracking_number: 'AWB1', state: 'done' };
      expect(await db.write.selectFrom('bulk_action').selectAll().execute()).toEqual([
        { ...action, action: 'shipped' },
      ]);
      expect(await db.write.selectFrom('bulk_action_row').selectAll().execute()).toEqual([
        { ...row, message: null, done_version: null },
      ]);
      await db.write
        .insertInto('bulk_action')
        .values({ ...action, id: 'b2', action: 'cash_received' })
        .execute();
      await db.write.deleteFrom('bulk_action').execute();
      expect(await db.write.selectFrom('bulk_action_row').selectAll().execute()).toEqual([]);
    } finally {
      await db.close();
      await made?.drop();
    }
  });
});
