import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const installationNotes: Migration = {
  name: '0044-installation-notes',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table installation_note (
    name text primary key,
    value text not null,
    at INT not null
  ) KEYED_END`,
  `insert into installation_note (name, value, at) values ('write_probe', '', 0)`,
];
