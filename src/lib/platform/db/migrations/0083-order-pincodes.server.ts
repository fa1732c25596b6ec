import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * What became of the cash orders of a pincode. The job of 0053 fills the pincode while the shop sells: orders with
 * `searchable` below 3 wait for it. The index answers the count without reading an order.
 */
export const orderPincodes: Migration = {
  name: '0083-order-pincodes',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, statements(engine)),
};

const statements = (engine: Engine) => [
  `alter table orders add column delivery_pincode ${engine === 'postgres' ? 'text collate "C"' : 'text'}`,
  'drop index orders_not_searchable',
  'create index orders_not_searchable on orders (created_at) where searchable < 3',
  `create index orders_cash_of_pincode on orders (delivery_pincode, created_at, order_status, delivered_at)
    where payment_method = 'cod' and collected = 0 and delivery_pincode is not null`,
];
