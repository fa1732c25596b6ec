import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** The newest product of a sitemap file is one look into an index; what nothing reads any more goes. */
export const sitemapFiles: Migration = {
  name: '0039-sitemap-files',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create index product_sitemap on product ((id / 50000), updated_at) where status = 'active'`,
  'drop index product_listing_cheap',
  'drop index product_listing_featured',
  'drop table product_search',
];
