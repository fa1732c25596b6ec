create table cart (
  id text primary key,
  token_hash text unique,
  customer_id text unique references customer (id) on delete cascade,
  coupon_code text,
  pincode text,
  created_at bigint not null,
  updated_at bigint not null,
  check (token_hash is not null or customer_id is not null)
  ) ;
create index cart_old on cart (updated_at);
create table cart_line (
  id text primary key,
  cart_id text not null references cart (id) on delete cascade,
  variant_id bigint not null references variant (id) on delete cascade,
  quantity bigint not null check (quantity > 0),
  price_paise bigint not null check (price_paise >= 0),
  added_at bigint not null,
  unique (cart_id, variant_id)
  ) ;
create index cart_line_variant on cart_line (variant_id);
create table wishlist_entry (
  id text primary key,
  customer_id text not null references customer (id) on delete cascade,
  product_id bigint not null references product (id) on delete cascade,
  created_at bigint not null,
  unique (customer_id, product_id)
  ) ;
create index wishlist_entry_product on wishlist_entry (product_id);
create table coupon (
  code text primary key,
  kind text not null check (kind in ('percent', 'fixed', 'free_delivery')),
  value bigint not null check (value >= 0),
  minimum_paise bigint not null check (minimum_paise >= 0),
  starts_at bigint,
  ends_at bigint,
  uses_left bigint check (uses_left >= 0),
  per_customer bigint check (per_customer > 0),
  active bigint not null check (active in (0, 1)),
  created_at bigint not null,
  check (kind <> 'percent' or value between 1 and 100)
  ) ;
create table coupon_use (
  code text not null,
  order_id text not null,
  email text not null,
  used_at bigint not null,
  primary key (code, order_id)
  ) ;
create index coupon_use_of_email on coupon_use (code, email);
