import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const mailTables: Migration = {
  name: '0004-mail',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table outbox (
    id text primary key,
    kind text not null,
    to_address text not null,
    subject text not null,
    text text not null,
    html text not null,
    headers_json text,
    created_at INT not null,
    due_at INT not null,
    expires_at INT,
    attempts INT not null default 0,
    unsure INT not null default 0,
    sent_at INT,
    gave_up_at INT,
    last_error text
  ) END`,
  'create index outbox_due on outbox (due_at) where sent_at is null and gave_up_at is null',
  'create index outbox_of_address on outbox (to_address, created_at)',
  'create index outbox_old on outbox (created_at)',
  'create table mail_lease (id INT primary key, holder text not null, expires_at INT not null) END',
  "insert into mail_lease (id, holder, expires_at) values (1, '', 0)",
];
