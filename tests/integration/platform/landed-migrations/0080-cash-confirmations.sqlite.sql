alter table orders add column awaits_confirmation integer not null default 0;
create index orders_awaiting_confirmation on orders (created_at, id) where awaits_confirmation = 1;
create table cash_confirmation (
  order_id text primary key references orders (id) on delete cascade,
  state text not null check (state in ('waiting', 'confirmed', 'released', 'cancelled', 'paid')),
  confirmed_by text check (confirmed_by in ('customer', 'staff')),
  asked_at integer not null,
  remind_after_ms integer not null,
  reminded_at integer,
  grace_ms integer not null,
  ended_at integer
  ) strict, without rowid;
create index cash_confirmation_waiting on cash_confirmation (asked_at) where state = 'waiting';
