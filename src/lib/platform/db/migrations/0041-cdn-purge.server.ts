import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const cdnPurge: Migration = {
  name: '0041-cdn-purge',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table cdn_purge (
    address text primary key,
    sent_id INT not null,
    holder text not null,
    held_until INT not null,
    build text not null,
    build_at INT not null
  ) KEYED_END`,
];
