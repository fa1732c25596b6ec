alter table orders add column packed_at integer;
alter table variant add column shelf text;
create index variant_barcode on variant (barcode) where barcode is not null;
create table packed_line (
  order_id text not null references orders (id) on delete cascade,
  position integer not null,
  quantity integer not null check (quantity > 0),
  scanned_at integer not null,
  primary key (order_id, position)
  ) strict, without rowid;
create table bulk_action_copy as select * from bulk_action;
create table bulk_action_row_copy as select * from bulk_action_row;
drop table bulk_action_row;
drop table bulk_action;
create table bulk_action (
  id text primary key,
  author text not null,
  action text not null,
  carrier text,
  created_at integer not null
  ) strict;
create table bulk_action_row (
  bulk_id text not null references bulk_action (id) on delete cascade,
  position integer not null,
  order_id text not null,
  version integer not null,
  tracking_number text,
  state text not null check (state in ('waiting', 'done', 'failed')),
  message text,
  primary key (bulk_id, position)
  ) strict, without rowid;
insert into bulk_action select * from bulk_action_copy;
insert into bulk_action_row select * from bulk_action_row_copy;
drop table bulk_action_copy;
drop table bulk_action_row_copy;
