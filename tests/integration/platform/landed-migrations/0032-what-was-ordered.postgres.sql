alter table order_line add column pre_order_at bigint;
alter table order_line add column picture_hash text;
alter table order_line add column color text;
alter table orders add column cod_fee_paise bigint not null default 0 check (cod_fee_paise >= 0);
