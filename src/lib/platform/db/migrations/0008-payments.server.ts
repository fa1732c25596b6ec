import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const paymentTables: Migration = {
  name: '0008-payments',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table payment_attempt (
    id text primary key,
    order_id text not null references orders (id) on delete cascade,
    provider text not null check (provider in ('razorpay', 'test')),
    provider_order_id text not null,
    amount_paise INT not null check (amount_paise >= 0),
    status text not null check (status in ('begun', 'paid', 'failed')),
    created_at INT not null,
    asked_at INT not null,
    unique (provider, provider_order_id)
  ) END`,
  `create table checkout_draft (
    cart_id text primary key references cart (id) on delete cascade,
    fields_json text not null,
    next_key text not null,
    updated_at INT not null
  ) END`,
  'create index payment_attempt_of_order on payment_attempt (order_id, created_at)',
];
