import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const restock: Migration = {
  name: '0037-restock',
  async up(tx: Tx, engine: Engine) {
    await createTables(tx, engine, engine === 'postgres' ? FREE_PURPOSES : FREE_PURPOSES_OF_COPY);
    await createTables(tx, engine, STATEMENTS);
  },
};

const FREE_PURPOSES = ['alter table code_challenge drop constraint code_challenge_purpose_check'];

/** SQLite can't drop a check: the table is made anew, without the list of purposes. */
const FREE_PURPOSES_OF_COPY = [
  'create table code_challenge_copy as select * from code_challenge',
  'drop table code_challenge',
  `create table code_challenge (
    id text primary key,
    purpose text not null,
    email text not null,
    details_json text,
    next text,
    code_hash text,
    tries_left INT not null check (tries_left >= 0),
    created_at INT not null,
    expires_at INT not null,
    used_at INT,
    digits INT not null default 4
  ) END`,
  'insert into code_challenge select * from code_challenge_copy',
  'drop table code_challenge_copy',
  'create index code_challenge_old on code_challenge (expires_at)',
];

const STATEMENTS = [
  `create table restock_request (
    id text primary key,
    variant_id INT not null references variant (id) on delete cascade,
    email text not null,
    mailbox_id text not null,
    asked_at INT not null,
    told_at INT,
    unique (variant_id, mailbox_id)
  ) END`,
  'create index restock_request_waiting on restock_request (variant_id, asked_at, id) where told_at is null',
  'create index restock_request_of_mailbox on restock_request (mailbox_id)',
  `create table restock_watch (
    variant_id INT primary key references variant (id) on delete cascade,
    ledger_id INT not null,
    mails_left INT not null check (mails_left >= 0)
  ) END`,
];
