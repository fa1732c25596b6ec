alter table orders add column packed_at bigint;
alter table variant add column shelf text;
create index variant_barcode on variant (barcode) where barcode is not null;
create table packed_line (
  order_id text not null references orders (id) on delete cascade,
  position bigint not null,
  quantity bigint not null check (quantity > 0),
  scanned_at bigint not null,
  primary key (order_id, position)
  ) ;
alter table bulk_action drop constraint bulk_action_action_check;
