import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** 0007 was changed after use: old databases may lack `orders.counted` and have `idempotency_key.cart_hash`. */
export const repairOrders: Migration = {
  name: '0023-repair-orders',
  async up(tx: Tx, engine: Engine) {
    const hasColumn = async (table: string, column: string) => {
      const { rows } = await (engine === 'postgres'
        ? sql`select 1 from information_schema.columns
            where table_schema = current_schema() and table_name = ${table} and column_name = ${column}`
        : sql`select 1 from pragma_table_info(${table}) where name = ${column}`
      ).execute(tx);
      return rows.length > 0;
    };
    if (await hasColumn('idempotency_key', 'cart_hash')) {
      await createTables(tx, engine, ['alter table idempotency_key drop column cart_hash']);
    }
    if (!(await hasColumn('orders', 'counted'))) {
      await createTables(tx, engine, [
        'alter table orders add column counted INT not null default 0 check (counted in (0, 1))',
        'create index orders_to_count on orders (counted, order_status)',
      ]);
    }
  },
};
