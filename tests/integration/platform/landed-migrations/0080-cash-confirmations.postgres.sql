alter table orders add column awaits_confirmation bigint not null default 0;
create index orders_awaiting_confirmation on orders (created_at, id) where awaits_confirmation = 1;
create table cash_confirmation (
  order_id text primary key references orders (id) on delete cascade,
  state text not null check (state in ('waiting', 'confirmed', 'released', 'cancelled', 'paid')),
  confirmed_by text check (confirmed_by in ('customer', 'staff')),
  asked_at bigint not null,
  remind_after_ms bigint not null,
  reminded_at bigint,
  grace_ms bigint not null,
  ended_at bigint
  ) ;
create index cash_confirmation_waiting on cash_confirmation (asked_at) where state = 'waiting';
