create table cart (
  id text primary key,
  token_hash text unique,
  customer_id text unique references customer (id) on delete cascade,
  coupon_code text,
  pincode text,
  created_at integer not null,
  updated_at integer not null,
  check (token_hash is not null or customer_id is not null)
  ) strict;
create index cart_old on cart (updated_at);
create table cart_line (
  id text primary key,
  cart_id text not null references cart (id) on delete cascade,
  variant_id integer not null references variant (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  price_paise integer not null check (price_paise >= 0),
  added_at integer not null,
  unique (cart_id, variant_id)
  ) strict;
create index cart_line_variant on cart_line (variant_id);
create table wishlist_entry (
  id text primary key,
  customer_id text not null references customer (id) on delete cascade,
  product_id integer not null references product (id) on delete cascade,
  created_at integer not null,
  unique (customer_id, product_id)
  ) strict;
create index wishlist_entry_product on wishlist_entry (product_id);
create table coupon (
  code text primary key,
  kind text not null check (kind in ('percent', 'fixed', 'free_delivery')),
  value integer not null check (value >= 0),
  minimum_paise integer not null check (minimum_paise >= 0),
  starts_at integer,
  ends_at integer,
  uses_left integer check (uses_left >= 0),
  per_customer integer check (per_customer > 0),
  active integer not null check (active in (0, 1)),
  created_at integer not null,
  check (kind <> 'percent' or value between 1 and 100)
  ) strict;
create table coupon_use (
  code text not null,
  order_id text not null,
  email text not null,
  used_at integer not null,
  primary key (code, order_id)
  ) strict;
create index coupon_use_of_email on coupon_use (code, email);
