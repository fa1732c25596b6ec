import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Sale prices that begin and end at a time. */
export const scheduledSales: Migration = {
  name: '0064-scheduled-sales',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table scheduled_sale (
    product_id INT primary key references product (id) on delete cascade,
    starts_at INT,
    ends_at INT,
    started_at INT,
    due_at INT,
    prices_json text not null,
    before_json text not null,
    author text not null,
    updated_at INT not null
  ) END`,
  'create index scheduled_sale_due on scheduled_sale (due_at, product_id) where due_at is not null',
];
