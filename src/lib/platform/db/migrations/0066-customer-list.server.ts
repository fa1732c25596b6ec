import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** The owner's list of customers reads this index in its order, and searches in it without reading the customers. */
export const customerList: Migration = {
  name: '0066-customer-list',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      'create index customer_by_time on customer (created_at, id, name, email, mobile)',
      'create index customer_by_mobile on customer (mobile)',
    ]),
};
