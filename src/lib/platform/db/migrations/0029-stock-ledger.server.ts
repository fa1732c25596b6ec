import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const stockLedger: Migration = {
  name: '0029-stock-ledger',
  async up(tx: Tx, engine: Engine) {
    await createTables(tx, engine, STATEMENTS);
    await sql`insert into stock_ledger (variant_id, at, change, why)
      select id, cast(${Date.now()} as bigint), quantity, 'opening' from variant where quantity <> 0 order by id`.execute(
      tx,
    );
  },
};

const STATEMENTS = [
  `create table stock_ledger (
    id AUTO_ID primary key,
    variant_id INT not null,
    at INT not null,
    change INT not null,
    why text not null,
    order_id text,
    note text
  ) END`,
  'create index stock_ledger_of_variant on stock_ledger (variant_id, id)',
];
