import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Imports in the browser: each row has a product as it was before, and as it is in the file. */
export const catalogueImport: Migration = {
  name: '0069-catalogue-import',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table catalogue_import (
    id text primary key,
    author text not null,
    actor_json text,
    file_name text not null,
    file_key text,
    file_bytes INT not null,
    options_json text not null,
    undoes text,
    state text not null,
    planner text,
    report_json text,
    problem text,
    created_at INT not null,
    updated_at INT not null
  ) END`,
  'create index catalogue_import_by_time on catalogue_import (created_at)',
  "create index catalogue_import_active on catalogue_import (created_at) where state in ('planning', 'running')",
  `create table catalogue_import_row (
    import_id text not null references catalogue_import (id) on delete cascade,
    position INT not null,
    kind text not null,
    record_id text not null,
    name text not null,
    effect text not null,
    line INT not null,
    state text not null,
    message text,
    about text,
    changes_json text not null,
    before_json text,
    after_json text,
    primary key (import_id, position)
  ) KEYED_END`,
  'create index catalogue_import_row_of_state on catalogue_import_row (import_id, state, effect, position)',
];
