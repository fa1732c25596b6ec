import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const exchangeTables: Migration = {
  name: '0014-exchange',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table exchange (
    id text primary key,
    order_id text not null references orders (id),
    customer_id text references customer (id) on delete set null,
    reasons_json text not null,
    custom_reason text not null,
    has_original_packaging INT not null check (has_original_packaging in (0, 1)),
    state text not null check (state in ('requested', 'approved', 'received', 'declined', 'expired')),
    answer text,
    expires_at INT,
    created_at INT not null,
    updated_at INT not null
  ) END`,
  // One open request per order, even when two come at once.
  `create unique index exchange_open on exchange (order_id) where state in ('requested', 'approved')`,
  'create index exchange_state on exchange (state, updated_at)',
  `create table exchange_line (
    exchange_id text not null references exchange (id) on delete cascade,
    position INT not null,
    product_id INT not null,
    variant_id INT not null,
    name text not null,
    sell_unit text not null check (sell_unit in ('piece', 'metre')),
    quantity INT not null check (quantity > 0),
    bolt_position INT,
    primary key (exchange_id, position)
  ) END`,
  `create table exchange_image (
    id text primary key,
    exchange_id text not null references exchange (id) on delete cascade,
    position INT not null,
    name text not null,
    kind text not null,
    bytes INT not null check (bytes >= 0),
    file_key text not null unique
  ) END`,
  'create index exchange_image_of_exchange on exchange_image (exchange_id)',
];
