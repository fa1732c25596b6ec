import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const networksAndMailboxes: Migration = {
  name: '0049-networks-and-mailboxes',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  "alter table stock_hold add column network_56_key text not null default ''",
  "alter table stock_hold add column network_48_key text not null default ''",
  'create index stock_hold_of_network_56 on stock_hold (network_56_key, created_at)',
  'create index stock_hold_of_network_48 on stock_hold (network_48_key, created_at)',
  `create table unverified_order (
    order_id text primary key references orders (id) on delete cascade,
    network_key text not null,
    created_at INT not null
  ) END`,
  'create index unverified_order_new on unverified_order (created_at)',
  `create table proven_mailbox (
    token_hash text primary key,
    email_key text not null,
    created_at INT not null
  ) KEYED_END`,
  'create index proven_mailbox_old on proven_mailbox (created_at)',
];
