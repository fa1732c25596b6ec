create table address (
  id text primary key,
  customer_id text not null references customer (id) on delete cascade,
  name text not null,
  mobile text not null,
  pincode text not null,
  house text not null,
  street text not null,
  landmark text not null,
  city text not null,
  state text not null,
  type text not null check (type in ('home', 'work', 'other')),
  is_default integer not null check (is_default in (0, 1)),
  created_at integer not null,
  updated_at integer not null
  ) strict;
create index address_of_customer on address (customer_id);
create unique index address_default on address (customer_id) where is_default = 1;
