alter table orders add column delivery_state text;
alter table orders add column delivery_zone text;
alter table orders add column cash_due integer not null default 0;
alter table orders add column cash_remitted_at integer;
drop index orders_not_searchable;
create index orders_not_searchable on orders (created_at) where searchable < 2;
create index orders_of_state on orders (delivery_state, created_at, id) where delivery_state is not null;
create index orders_of_zone on orders (delivery_zone, created_at, id) where delivery_zone is not null;
create index orders_of_carrier on orders (carrier, created_at, id) where carrier is not null;
create index orders_of_amount on orders (total_paise, id);
create index orders_of_status_amount on orders (order_status, total_paise, id);
create index orders_of_payment_amount on orders (payment_status, total_paise, id);
create index orders_of_state_amount on orders (delivery_state, total_paise, id) where delivery_state is not null;
create index orders_of_zone_amount on orders (delivery_zone, total_paise, id) where delivery_zone is not null;
create index orders_of_carrier_amount on orders (carrier, total_paise, id) where carrier is not null;
create index orders_cash_due on orders (created_at, id) where cash_due = 1;
alter table bulk_action_row add column done_version integer;
create table saved_view (
  id text primary key,
  list text not null,
  name text not null,
  query text not null,
  staff_id text not null references staff (id) on delete cascade,
  is_shared integer not null,
  created_at integer not null,
  updated_at integer not null
  ) strict;
create index saved_view_of_staff on saved_view (staff_id, list);
create index saved_view_shared on saved_view (list) where is_shared = 1;
