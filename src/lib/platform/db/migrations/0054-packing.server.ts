import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * What is already in the parcel of an order, and where a variant is stored. A bulk action may have any name that the
 * program knows: SQLite can't alter a check constraint, so its table is rebuilt without one.
 */
export const packing: Migration = {
  name: '0054-packing',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, statements(engine)),
};

const statements = (engine: Engine) => [
  'alter table orders add column packed_at INT',
  'alter table variant add column shelf text',
  'create index variant_barcode on variant (barcode) where barcode is not null',
  `create table packed_line (
    order_id text not null references orders (id) on delete cascade,
    position INT not null,
    quantity INT not null check (quantity > 0),
    scanned_at INT not null,
    primary key (order_id, position)
  ) KEYED_END`,
  ...(engine === 'postgres' ? ['alter table bulk_action drop constraint bulk_action_action_check'] : REBUILT),
];

const REBUILT = [
  'create table bulk_action_copy as select * from bulk_action',
  'create table bulk_action_row_copy as select * from bulk_action_row',
  'drop table bulk_action_row',
  'drop table bulk_action',
  `create table bulk_action (
    id text primary key,
    author text not null,
    action text not null,
    carrier text,
    created_at INT not null
  ) END`,
  `create table bulk_action_row (
    bulk_id text not null references bulk_action (id) on delete cascade,
    position INT not null,
    order_id text not null,
    version INT not null,
    tracking_number text,
    state text not null check (state in ('waiting', 'done', 'failed')),
    message text,
    primary key (bulk_id, position)
  ) KEYED_END`,
  'insert into bulk_action select * from bulk_action_copy',
  'insert into bulk_action_row select * from bulk_action_row_copy',
  'drop table bulk_action_copy',
  'drop table bulk_action_row_copy',
];
