alter table exchange add column spoilt integer not null default 0;
alter table exchange add column carrier text;
alter table exchange add column tracking_number text;
alter table exchange add column tracking_url text;
alter table exchange add column shipped_at integer;
alter table exchange add column delivered_at integer;
create index exchange_of_order on exchange (order_id);
alter table exchange_line add column variant text not null default '';
alter table exchange_line add column sku text;
alter table exchange_line add column taken integer not null default 1;
alter table exchange_line add column is_open integer not null default 0;
update exchange_line set
  variant = coalesce((select variant.name from variant where variant.id = exchange_line.variant_id), ''),
  sku = (select variant.sku from variant where variant.id = exchange_line.variant_id);
update exchange set shipped_at = updated_at, delivered_at = updated_at
  where state = 'received' and updated_at < ?;
