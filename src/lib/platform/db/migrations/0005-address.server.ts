import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const addressTable: Migration = {
  name: '0005-address',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table address (
    id text primary key,
    customer_id text not null references customer (id) on delete cascade,
    name text not null,
    mobile text not null,
    pincode text not null,
    house text not null,
    street text not null,
    landmark text not null,
    city text not null,
    state text not null,
    type text not null check (type in ('home', 'work', 'other')),
    is_default INT not null check (is_default in (0, 1)),
    created_at INT not null,
    updated_at INT not null
  ) END`,
  'create index address_of_customer on address (customer_id)',
  'create unique index address_default on address (customer_id) where is_default = 1',
];
