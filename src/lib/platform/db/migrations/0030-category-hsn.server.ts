import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const categoryHsn: Migration = {
  name: '0030-category-hsn',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  'alter table facet_value add column hsn text',
  'alter table variant add column tax_hsn text',
  'update variant set tax_hsn = hsn where hsn is not null and length(hsn) in (4, 6, 8)',
  'alter table product add column held_back INT not null default 0',
];
