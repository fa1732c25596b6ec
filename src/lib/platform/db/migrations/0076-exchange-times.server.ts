import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** The report on returns counts the exchanges of a month. */
export const exchangeTimes: Migration = {
  name: '0076-exchange-times',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, ['create index exchange_by_time on exchange (created_at)']),
};
