import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** What an owner asks for at the telephone: of a hundred thousand orders, those of one address. */
export const ordersOfEmail: Migration = {
  name: '0040-orders-of-email',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = ['create index orders_of_email on orders (email, created_at desc)'];
