import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Notes, changes that can be undone, the mails of one order, and what each role may refund. */
export const orderActions: Migration = {
  name: '0055-order-actions',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table order_note (
    id text primary key,
    order_id text not null references orders (id) on delete cascade,
    at INT not null,
    author text not null,
    text text not null,
    deleted_at INT
  ) END`,
  'create index order_note_of_order on order_note (order_id, at)',
  'alter table order_event add column undo_json text',
  'create index outbox_of_thread on outbox (thread) where thread is not null',
  `create table role_refund_limit (
    role text primary key,
    paise INT not null check (paise >= 0)
  ) KEYED_END`,
  `create table staff_refund (
    staff_id text primary key references staff (id) on delete cascade,
    day text not null,
    paise INT not null
  ) KEYED_END`,
];
