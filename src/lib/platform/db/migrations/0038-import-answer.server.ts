import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const importAnswer: Migration = {
  name: '0038-import-answer',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table import_answer (
    kind text not null,
    word text not null,
    means text not null,
    primary key (kind, word)
  ) KEYED_END`,
];
