import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Rows are never changed: an invoice is drawn with the settings of its day. */
export const ownContent: Migration = {
  name: '0042-own-content',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table own_content (
    path text not null,
    version INT not null,
    state text not null check (state in ('own', 'shipped', 'hidden')),
    body text not null,
    at INT not null,
    primary key (path, version)
  ) KEYED_END`,
];
