import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const redirectTable: Migration = {
  name: '0011-redirects',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table former_slug (
    slug text primary key,
    product_id INT not null references product (id) on delete cascade
  ) END`,
  'create index former_slug_of_product on former_slug (product_id)',
];
