create table scheduled_sale (
  product_id integer primary key references product (id) on delete cascade,
  starts_at integer,
  ends_at integer,
  started_at integer,
  due_at integer,
  prices_json text not null,
  before_json text not null,
  author text not null,
  updated_at integer not null
  ) strict;
create index scheduled_sale_due on scheduled_sale (due_at, product_id) where due_at is not null;
