import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const refundTable: Migration = {
  name: '0017-refund',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  // A payment goes back once, however often it is reported.
  `create table refund (
    provider text not null,
    reference text not null,
    order_id text not null references orders (id),
    amount_paise INT not null check (amount_paise > 0),
    reason text not null,
    state text not null check (state in ('due', 'sent')),
    gateway_refund text,
    created_at INT not null,
    updated_at INT not null,
    primary key (provider, reference)
  ) END`,
  'create index refund_of_order on refund (order_id)',
  `create index refund_due on refund (created_at) where state = 'due'`,
  `insert into refund
    select provider, reference, order_id, min(amount_paise), 'cancelled', 'due', null, min(at), min(at)
    from payment_event
    where outcome = 'paid' and reference is not null and amount_paise > 0
      and order_id in (select id from orders where payment_status = 'refund_due')
    group by provider, reference, order_id
    on conflict do nothing`,
];
