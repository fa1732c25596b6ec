import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const upstreamFault: Migration = {
  name: '0035-upstream-fault',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table upstream_fault (
    upstream text not null,
    route text not null,
    kind text not null,
    times INT not null check (times > 0),
    first_at INT not null,
    last_at INT not null,
    well_at INT,
    primary key (upstream, route, kind)
  ) KEYED_END`,
];
