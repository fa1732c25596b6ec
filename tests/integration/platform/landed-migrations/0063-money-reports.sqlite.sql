create index orders_invoiced on orders (invoice_at, id) where invoice_at is not null;
create index orders_cash_received on orders (cash_remitted_at, id) where cash_remitted_at is not null;
create index order_credit_noted on order_credit (note_at, id) where note_at is not null;
create index order_credit_of_time on order_credit (created_at, id);
create index payment_event_of_time on payment_event (at);
create index payment_event_of_reference on payment_event (reference) where reference is not null;
create index refund_sent_at on refund (updated_at) where gateway_refund is not null;
create table settlement_entry (
  id text primary key,
  kind text not null,
  amount_paise integer not null,
  fee_paise integer not null,
  tax_paise integer not null,
  net_paise integer not null,
  settled_at integer not null,
  settlement_id text not null,
  utr text not null,
  uploaded_at integer not null
  ) strict;
create index settlement_entry_of_time on settlement_entry (settled_at);
