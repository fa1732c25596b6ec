alter table orders add column source text not null default 'shop';
alter table orders add column collected integer not null default 0;
create table draft_order (
  id text primary key,
  source text not null check (source in ('phone', 'whatsapp', 'counter')),
  collected integer not null,
  name text not null,
  mobile text not null,
  email text not null,
  address_json text,
  note text not null,
  author text not null,
  created_at integer not null,
  updated_at integer not null
  ) strict;
create index draft_order_by_age on draft_order (updated_at);
create table draft_order_line (
  draft_id text not null references draft_order (id) on delete cascade,
  variant_id integer not null,
  quantity integer not null check (quantity > 0),
  price_paise integer not null,
  own_price_paise integer check (own_price_paise >= 0),
  reason text,
  priced_by text,
  added_at integer not null,
  primary key (draft_id, variant_id)
  ) strict, without rowid;
