import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const ownerNotice: Migration = {
  name: '0043-owner-notice',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table owner_notice (
    kind text not null,
    about text not null,
    at INT not null,
    primary key (kind, about)
  ) KEYED_END`,
];
