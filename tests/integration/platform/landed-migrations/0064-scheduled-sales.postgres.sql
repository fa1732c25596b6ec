create table scheduled_sale (
  product_id bigint primary key references product (id) on delete cascade,
  starts_at bigint,
  ends_at bigint,
  started_at bigint,
  due_at bigint,
  prices_json text not null,
  before_json text not null,
  author text not null,
  updated_at bigint not null
  ) ;
create index scheduled_sale_due on scheduled_sale (due_at, product_id) where due_at is not null;
