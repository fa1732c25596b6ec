import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Cash orders that are packed only after the customer has confirmed them. */
export const cashConfirmations: Migration = {
  name: '0080-cash-confirmations',
  up: (tx: Tx, engine: Engine) =>
    createTables(tx, engine, [
      'alter table orders add column awaits_confirmation INT not null default 0',
      'create index orders_awaiting_confirmation on orders (created_at, id) where awaits_confirmation = 1',
      `create table cash_confirmation (
        order_id text primary key references orders (id) on delete cascade,
        state text not null check (state in ('waiting', 'confirmed', 'released', 'cancelled', 'paid')),
        confirmed_by text check (confirmed_by in ('customer', 'staff')),
        asked_at INT not null,
        remind_after_ms INT not null,
        reminded_at INT,
        grace_ms INT not null,
        ended_at INT
      ) KEYED_END`,
      "create index cash_confirmation_waiting on cash_confirmation (asked_at) where state = 'waiting'",
    ]),
};
