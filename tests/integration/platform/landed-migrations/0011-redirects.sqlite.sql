create table former_slug (
  slug text primary key,
  product_id integer not null references product (id) on delete cascade
  ) strict;
create index former_slug_of_product on former_slug (product_id);
