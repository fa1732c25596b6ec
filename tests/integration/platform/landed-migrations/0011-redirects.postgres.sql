create table former_slug (
  slug text primary key,
  product_id bigint not null references product (id) on delete cascade
  ) ;
create index former_slug_of_product on former_slug (product_id);
