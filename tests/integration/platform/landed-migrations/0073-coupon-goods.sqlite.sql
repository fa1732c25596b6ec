alter table coupon add column categories_json text not null default '[]';
alter table coupon add column products_json text not null default '[]';
