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

  select sql as text from sqlite_schema where type = 'table' and name in ('bulk_action', 'bulk_action_row')
  order by name;
create table bulk_action_copy as select * from bulk_action;
create table bulk_action_row_copy as select * from bulk_action_row;
drop table bulk_action_row;
drop table bulk_action;
CREATE TABLE bulk_action (
  id text primary key,
  author text not null,
  action text not null,
  carrier text,
  created_at integer not null
  ) strict;
CREATE TABLE bulk_action_row (
  bulk_id text not null references bulk_action (id) on delete cascade,
  position integer not null,
  order_id text not null,
  version integer not null,
  tracking_number text,
  state text not null check (state in ('waiting', 'done', 'failed')),
  message text, done_version integer,
  primary key (bulk_id, position)
  ) strict, without rowid;
insert into bulk_action select * from bulk_action_copy;
insert into bulk_action_row select * from bulk_action_row_copy;
drop table bulk_action_row_copy;
drop table bulk_action_copy;
