import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Searches that lead to a page of the shop. */
export const searchRedirects: Migration = {
  name: '0074-search-redirects',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      'create table search_redirect (term text primary key, path text not null, created_at INT not null) KEYED_END',
    ]),
};
