import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const supportTables: Migration = {
  name: '0009-support',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table ticket (
    id text primary key,
    number text not null unique,
    customer_id text not null references customer (id) on delete cascade,
    subject text not null,
    priority text not null check (priority in ('high', 'medium', 'low')),
    state text not null check (state in ('open', 'answered', 'closed')),
    created_at INT not null,
    updated_at INT not null
  ) END`,
  'create index ticket_of_customer on ticket (customer_id, updated_at)',
  'create index ticket_state on ticket (state, updated_at)',
  `create table ticket_message (
    id text primary key,
    ticket_id text not null references ticket (id) on delete cascade,
    author text not null check (author in ('customer', 'shop')),
    message text not null,
    created_at INT not null
  ) END`,
  'create index ticket_message_of_ticket on ticket_message (ticket_id, created_at)',
  `create table attachment (
    id text primary key,
    ticket_message_id text not null references ticket_message (id) on delete cascade,
    position INT not null,
    name text not null,
    kind text not null,
    bytes INT not null check (bytes >= 0),
    file_key text not null unique
  ) END`,
  'create index attachment_of_message on attachment (ticket_message_id)',
];
