create table exchange (
  id text primary key,
  order_id text not null references orders (id),
  customer_id text references customer (id) on delete set null,
  reasons_json text not null,
  custom_reason text not null,
  has_original_packaging integer not null check (has_original_packaging in (0, 1)),
  state text not null check (state in ('requested', 'approved', 'received', 'declined', 'expired')),
  answer text,
  expires_at integer,
  created_at integer not null,
  updated_at integer not null
  ) strict;
create unique index exchange_open on exchange (order_id) where state in ('requested', 'approved');
create index exchange_state on exchange (state, updated_at);
create table exchange_line (
  exchange_id text not null references exchange (id) on delete cascade,
  position integer not null,
  product_id integer not null,
  variant_id integer not null,
  name text not null,
  sell_unit text not null check (sell_unit in ('piece', 'metre')),
  quantity integer not null check (quantity > 0),
  bolt_position integer,
  primary key (exchange_id, position)
  ) strict;
create table exchange_image (
  id text primary key,
  exchange_id text not null references exchange (id) on delete cascade,
  position integer not null,
  name text not null,
  kind text not null,
  bytes integer not null check (bytes >= 0),
  file_key text not null unique
  ) strict;
create index exchange_image_of_exchange on exchange_image (exchange_id);
