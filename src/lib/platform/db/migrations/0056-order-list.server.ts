import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * The job of 0053 fills state and zone while the shop sells: orders with `searchable` below 2 wait for it. The new
 * indexes of these columns begin empty.
 */
export const orderList: Migration = {
  name: '0056-order-list',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, statements(engine)),
};

const textOf = (engine: Engine) => (engine === 'postgres' ? 'text collate "C"' : 'text');

const statements = (engine: Engine) => [
  `alter table orders add column delivery_state ${textOf(engine)}`,
  `alter table orders add column delivery_zone ${textOf(engine)}`,
  'alter table orders add column cash_due INT not null default 0',
  'alter table orders add column cash_remitted_at INT',
  'drop index orders_not_searchable',
  'create index orders_not_searchable on orders (created_at) where searchable < 2',
  'create index orders_of_state on orders (delivery_state, created_at, id) where delivery_state is not null',
  'create index orders_of_zone on orders (delivery_zone, created_at, id) where delivery_zone is not null',
  'create index orders_of_carrier on orders (carrier, created_at, id) where carrier is not null',
  // Each filter has an index by amount, because SQLite would otherwise sort all of its orders.
  'create index orders_of_amount on orders (total_paise, id)',
  'create index orders_of_status_amount on orders (order_status, total_paise, id)',
  'create index orders_of_payment_amount on orders (payment_status, total_paise, id)',
  'create index orders_of_state_amount on orders (delivery_state, total_paise, id) where delivery_state is not null',
  'create index orders_of_zone_amount on orders (delivery_zone, total_paise, id) where delivery_zone is not null',
  'create index orders_of_carrier_amount on orders (carrier, total_paise, id) where carrier is not null',
  'create index orders_cash_due on orders (created_at, id) where cash_due = 1',
  'alter table bulk_action_row add column done_version INT',
  `create table saved_view (
    id text primary key,
    list text not null,
    name text not null,
    query text not null,
    staff_id text not null references staff (id) on delete cascade,
    is_shared INT not null,
    created_at INT not null,
    updated_at INT not null
  ) END`,
  'create index saved_view_of_staff on saved_view (staff_id, list)',
  'create index saved_view_shared on saved_view (list) where is_shared = 1',
];
