import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * The search sorts what it finds by time. SQLite keeps the time in the key's index; PostgreSQL would read a page of the
 * table for each term. Only the search and the job that fills it use this table, so orders do not wait for the new index.
 */
export const orderSearch: Migration = {
  name: '0059-order-search',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, engine === 'postgres' ? POSTGRES_STATEMENTS : []),
};

const POSTGRES_STATEMENTS = [
  'create unique index order_term_found on order_term (term, order_id) include (created_at)',
  `alter table order_term drop constraint order_term_pkey,
    add constraint order_term_pkey primary key using index order_term_found`,
];
