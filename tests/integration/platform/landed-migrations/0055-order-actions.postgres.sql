create table order_note (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  at bigint not null,
  author text not null,
  text text not null,
  deleted_at bigint
  ) ;
create index order_note_of_order on order_note (order_id, at);
alter table order_event add column undo_json text;
create index outbox_of_thread on outbox (thread) where thread is not null;
create table role_refund_limit (
  role text primary key,
  paise bigint not null check (paise >= 0)
  ) ;
create table staff_refund (
  staff_id text primary key references staff (id) on delete cascade,
  day text not null,
  paise bigint not null
  ) ;
