import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Each index costs every order a page write; almost nothing read these. */
export const fewerIndexes: Migration = {
  name: '0021-fewer-indexes',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  'drop index orders_held',
  'create index orders_held on orders (hold_until) where hold_until is not null',
  'drop index idempotency_key_old',
  'drop index invalidation_at',
];
