create table stock_ledger (
  id integer primary key,
  variant_id integer not null,
  at integer not null,
  change integer not null,
  why text not null,
  order_id text,
  note text
  ) strict;
create index stock_ledger_of_variant on stock_ledger (variant_id, id);
insert into stock_ledger (variant_id, at, change, why)
  select id, cast(? as bigint), quantity, 'opening' from variant where quantity <> 0 order by id;
