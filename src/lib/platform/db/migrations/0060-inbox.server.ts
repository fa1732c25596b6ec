import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/**
 * Contact messages have a state and an answer. Each was mailed to the owner, so those older than two weeks count as
 * closed. Reviews that were written before count as seen, as do imported ones.
 */
export const inbox: Migration = {
  name: '0060-inbox',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, statements(engine)),
};

/** What the inbox shows first, and everything else, each by the time since when it waits. */
const WAITING_EXCHANGE = "state = 'requested' or (state = 'received' and shipped_at is null)";
const WRITTEN = '(coalesce(updated_at, created_at))';

const statements = (engine: Engine) => {
  const isPostgres = engine === 'postgres';
  // The search compares beginnings of texts, so PostgreSQL must sort them by their bytes, as SQLite does.
  const bytes = isPostgres ? ' collate "C"' : '';
  const now = isPostgres ? 'cast(extract(epoch from now()) * 1000 as bigint)' : 'unixepoch() * 1000';
  return [
    "alter table contact_message add column state text not null default 'new' check (state in ('new', 'answered', 'closed'))",
    'alter table contact_message add column answer text',
    'alter table contact_message add column updated_at INT not null default 0',
    `update contact_message set state = 'closed' where created_at < ${now} - ${14 * DAY_MS}`,
    "create index contact_message_new on contact_message (created_at, id) where state = 'new'",
    "create index contact_message_done on contact_message (created_at, id) where state <> 'new'",
    `create index contact_message_of_name on contact_message (lower(name)${bytes})`,
    `create index contact_message_of_email on contact_message (email${bytes})`,
    'alter table review add column unseen INT not null default 0',
    `create index review_unseen on review (${WRITTEN}, id) where unseen = 1`,
    `create index review_seen on review (${WRITTEN}, id) where unseen = 0`,
    `create index review_of_name on review (lower(name)${bytes})`,
    "create index ticket_open on ticket (updated_at, id) where state = 'open'",
    "create index ticket_done on ticket (updated_at, id) where state <> 'open'",
    `create index ticket_of_subject on ticket (lower(subject)${bytes})`,
    `create index exchange_waiting on exchange (updated_at, id) where ${WAITING_EXCHANGE}`,
    "create index exchange_awaited on exchange (updated_at, id) where state = 'approved'",
    `create index exchange_done on exchange (updated_at, id) where state <> 'approved' and not (${WAITING_EXCHANGE})`,
    `create index customer_of_name on customer (lower(name)${bytes})`,
    // SQLite has the index of the constraint that makes addresses unique.
    ...(isPostgres ? ['create index customer_of_email on customer (email collate "C")'] : []),
    `create table saved_reply (
      id text primary key,
      name text not null unique,
      text text not null,
      created_at INT not null,
      updated_at INT not null
    ) END`,
  ];
};
