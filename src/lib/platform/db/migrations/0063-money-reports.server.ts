import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * The reports of a month read its documents, payments and refunds, and the cash that was received in it, by these dates.
 * `settlement_entry` holds what the payment gateway paid to the bank, from the reports that the owner uploads.
 */
export const moneyReports: Migration = {
  name: '0063-money-reports',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  'create index orders_invoiced on orders (invoice_at, id) where invoice_at is not null',
  'create index orders_cash_received on orders (cash_remitted_at, id) where cash_remitted_at is not null',
  'create index order_credit_noted on order_credit (note_at, id) where note_at is not null',
  'create index order_credit_of_time on order_credit (created_at, id)',
  'create index payment_event_of_time on payment_event (at)',
  'create index payment_event_of_reference on payment_event (reference) where reference is not null',
  'create index refund_sent_at on refund (updated_at) where gateway_refund is not null',
  `create table settlement_entry (
    id text primary key,
    kind text not null,
    amount_paise INT not null,
    fee_paise INT not null,
    tax_paise INT not null,
    net_paise INT not null,
    settled_at INT not null,
    settlement_id text not null,
    utr text not null,
    uploaded_at INT not null
  ) END`,
  'create index settlement_entry_of_time on settlement_entry (settled_at)',
];
