import { sql } from 'kysely';
import { expect } from 'vitest';
import { orderList } from '#lib/platform/db/migrations/0056-order-list.server.ts';
import { bulkProducts } from '#lib/platform/db/migrations/0062-bulk-products.server.ts';
import { testMigration } from '#support/test-migration.ts';

const action = { id: 'b1', author: 'Priya', action: 'shipped', carrier: 'DTDC', created_at: 1 };
const row = { bulk_id: 'b1', position: 0, version: 7, tracking_number: 'AWB1', state: 'done', message: null };

testMigration(
  '0056 keeps earlier bulk actions and the deletion of their rows, and allows another action',
  orderList,
  async (db, migrate) => {
    await sql`insert into bulk_action values ('b1', 'Priya', 'shipped', 'DTDC', 1)`.execute(db.write);
    await sql`insert into bulk_action_row values ('b1', 0, 'o1', 7, 'AWB1', 'done', null)`.execute(db.write);
    await migrate();
    expect(await db.write.selectFrom('bulk_action').selectAll().execute()).toEqual([action]);
    expect(await db.write.selectFrom('bulk_action_row').selectAll().execute()).toEqual([
      { ...row, order_id: 'o1', done_version: null },
    ]);
    await sql`insert into bulk_action values ('b2', 'Priya', 'cash_received', null, 1)`.execute(db.write);
    await db.write.deleteFrom('bulk_action').execute();
    expect(await db.write.selectFrom('bulk_action_row').selectAll().execute()).toEqual([]);
  },
);

testMigration('0062 keeps earlier bulk actions', bulkProducts, async (db, migrate) => {
  await sql`insert into bulk_action values ('b1', 'Priya', 'shipped', 'DTDC', 1)`.execute(db.write);
  await sql`insert into bulk_action_row values ('b1', 0, 'o1', 7, 'AWB1', 'done', null, 9)`.execute(db.write);
  await migrate();
  const newColumns = { subject: 'order', state: 'done', request_json: null, actor_json: null };
  expect(await db.write.selectFrom('bulk_action').selectAll().execute()).toEqual([{ ...action, ...newColumns }]);
  expect(await db.write.selectFrom('bulk_action_row').selectAll().execute()).toEqual([
    { ...row, record_id: 'o1', done_version: 9, before_json: null, after_json: null },
  ]);
});
