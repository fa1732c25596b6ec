create table product_summary (
  id integer primary key references product (id) on delete cascade,
  name_key text not null,
  slug text not null,
  status text not null check (status in ('active', 'draft', 'held_back')),
  created_at integer not null,
  min_paise integer not null,
  stock integer not null,
  has_picture integer not null check (has_picture in (0, 1)),
  has_hsn integer not null check (has_hsn in (0, 1))
  ) strict;
insert into product_summary (id, name_key, slug, status, created_at, min_paise, stock, has_picture, has_hsn)
  select id, lower(name), slug, case held_back when 1 then 'held_back' else status end, created_at, min_paise,
  coalesce((select sum(quantity) from variant where product_id = product.id), 0),
  case when exists (select 1 from picture where product_id = product.id and hash is not null) then 1 else 0 end,
  case when exists (select 1 from variant where product_id = product.id and tax_hsn is null) then 0 else 1 end
  from product;
create index product_summary_by_time on product_summary (created_at, id, name_key, slug, status, has_picture, has_hsn);
create index product_summary_by_name on product_summary (name_key, id, created_at, slug, status, has_picture, has_hsn);
create index product_summary_by_price on product_summary (min_paise, id, name_key, created_at, slug, status, has_picture, has_hsn);
create index product_summary_by_stock on product_summary (stock, id, name_key, created_at, slug, status, has_picture, has_hsn);
create index product_summary_not_active on product_summary (id) where status <> 'active';
create index product_sold_out on product (id) where in_stock = 0 and pre_order = 0;
