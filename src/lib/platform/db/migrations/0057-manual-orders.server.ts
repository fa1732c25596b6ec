import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Both new columns have constant defaults, so neither database rewrites the orders of a shop that is selling. */
export const manualOrders: Migration = {
  name: '0057-manual-orders',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `alter table orders add column source text not null default 'shop'`,
  'alter table orders add column collected INT not null default 0',
  `create table draft_order (
    id text primary key,
    source text not null check (source in ('phone', 'whatsapp', 'counter')),
    collected INT not null,
    name text not null,
    mobile text not null,
    email text not null,
    address_json text,
    note text not null,
    author text not null,
    created_at INT not null,
    updated_at INT not null
  ) END`,
  'create index draft_order_by_age on draft_order (updated_at)',
  `create table draft_order_line (
    draft_id text not null references draft_order (id) on delete cascade,
    variant_id INT not null,
    quantity INT not null check (quantity > 0),
    price_paise INT not null,
    own_price_paise INT check (own_price_paise >= 0),
    reason text,
    priced_by text,
    added_at INT not null,
    primary key (draft_id, variant_id)
  ) KEYED_END`,
];
