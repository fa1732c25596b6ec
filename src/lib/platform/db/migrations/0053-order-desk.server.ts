import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * A job fills `order_term` while the shop sells: every order begins with `searchable` 0. Bulk actions are stored row by
 * row, so that one that was interrupted can be reported and continued.
 */
export const orderDesk: Migration = {
  name: '0053-order-desk',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, statements(engine)),
};

/** The search compares beginnings of terms, so PostgreSQL must sort them by their bytes, as SQLite does. */
const statements = (engine: Engine) => [
  `create table order_term (
    term text${engine === 'postgres' ? ' collate "C"' : ''} not null,
    order_id text not null references orders (id) on delete cascade,
    created_at INT not null,
    primary key (term, order_id)
  ) KEYED_END`,
  'create index order_term_of_order on order_term (order_id)',
  'alter table orders add column searchable INT not null default 0',
  'create index orders_not_searchable on orders (created_at) where searchable = 0',
  'create index orders_of_status on orders (order_status, created_at, id)',
  'create index orders_of_payment on orders (payment_status, created_at, id)',
  'alter table order_event add column author text',
  `create table bulk_action (
    id text primary key,
    author text not null,
    action text not null check (action in ('processing', 'shipped', 'delivered')),
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
];
