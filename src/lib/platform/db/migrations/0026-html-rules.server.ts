import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const htmlRules: Migration = {
  name: '0026-html-rules',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, ['alter table product add column html_rules integer not null default 0']),
};
