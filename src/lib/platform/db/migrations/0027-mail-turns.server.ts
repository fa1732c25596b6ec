import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const mailTurns: Migration = {
  name: '0027-mail-turns',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      'alter table outbox add column failing_since INT',
      'alter table outbox add column refused_since INT',
      'alter table outbox add column pace_key text',
      'alter table outbox add column thread text',
      'alter table outbox add column joined_into text',
    ]),
};
