alter table cart_line add column swatch integer not null default 0 check (swatch in (0, 1));
alter table orders add column swatch_paise integer not null default 0 check (swatch_paise >= 0);
create index order_swatches on orders (id) where swatch_paise > 0;
create table swatch_credit (
  order_id text primary key not null references orders (id) on delete cascade,
  code text not null,
  email text not null,
  created_at integer not null
  ) strict, without rowid;
create unique index swatch_credit_code on swatch_credit (code);
