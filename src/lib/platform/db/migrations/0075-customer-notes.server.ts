import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** What staff note about a customer. */
export const customerNotes: Migration = {
  name: '0075-customer-notes',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      `create table customer_note (
        id text primary key,
        customer_id text not null references customer (id) on delete cascade,
        at INT not null,
        author text not null,
        text text not null,
        deleted_at INT
      ) END`,
      'create index customer_note_of_customer on customer_note (customer_id, at)',
    ]),
};
