alter table orders add column source text not null default 'shop';
alter table orders add column collected bigint not null default 0;
create table draft_order (
  id text primary key,
  source text not null check (source in ('phone', 'whatsapp', 'counter')),
  collected bigint not null,
  name text not null,
  mobile text not null,
  email text not null,
  address_json text,
  note text not null,
  author text not null,
  created_at bigint not null,
  updated_at bigint not null
  ) ;
create index draft_order_by_age on draft_order (updated_at);
create table draft_order_line (
  draft_id text not null references draft_order (id) on delete cascade,
  variant_id bigint not null,
  quantity bigint not null check (quantity > 0),
  price_paise bigint not null,
  own_price_paise bigint check (own_price_paise >= 0),
  reason text,
  priced_by text,
  added_at bigint not null,
  primary key (draft_id, variant_id)
  ) ;
