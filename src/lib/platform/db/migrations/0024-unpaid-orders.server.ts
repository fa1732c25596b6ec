import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const unpaidOrders: Migration = {
  name: '0024-unpaid-orders',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table payment_beginning (
    order_id text not null references orders (id) on delete cascade,
    provider text not null check (provider in ('razorpay', 'test')),
    amount_paise INT not null check (amount_paise >= 0),
    begun_at INT not null,
    failed_at INT,
    primary key (order_id, provider, amount_paise)
  ) KEYED_END`,
  `create table stock_hold (
    order_id text primary key references orders (id) on delete cascade,
    owner text not null,
    email_key text not null,
    network_key text not null,
    line_count INT not null check (line_count > 0),
    scarce_count INT not null check (scarce_count between 0 and line_count),
    created_at INT not null
  ) END`,
  'create index stock_hold_of_owner on stock_hold (owner)',
  'create index stock_hold_of_email on stock_hold (email_key, created_at)',
  'create index stock_hold_of_network on stock_hold (network_key, created_at)',
  'create index stock_hold_old on stock_hold (created_at)',
  'create table hold_party (key text primary key, seen_at INT not null) END',
];
