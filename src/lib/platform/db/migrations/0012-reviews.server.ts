import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const reviewColumns: Migration = {
  name: '0012-reviews',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  'alter table review add column updated_at INT',
  'alter table review add column hidden INT not null default 0 check (hidden in (0, 1))',
];
