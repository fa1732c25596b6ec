import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * The discount for paying online, and advances of cash orders. All columns have constant defaults, so neither database
 * rewrites the orders of a shop that is selling.
 */
export const onlinePayment: Migration = {
  name: '0081-online-payment',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  'alter table orders add column prepaid_discount_paise INT not null default 0',
  'alter table orders add column advance_paise INT not null default 0',
  'alter table orders add column advance_paid INT not null default 0',
  'alter table order_line add column prepaid_discount_paise INT not null default 0',
  `alter table payment_attempt add column purpose text not null default 'order'`,
  'alter table payment_attempt add column discount_paise INT not null default 0',
];
