create table payment_attempt (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  provider text not null check (provider in ('razorpay', 'test')),
  provider_order_id text not null,
  amount_paise integer not null check (amount_paise >= 0),
  status text not null check (status in ('begun', 'paid', 'failed')),
  created_at integer not null,
  asked_at integer not null,
  unique (provider, provider_order_id)
  ) strict;
create table checkout_draft (
  cart_id text primary key references cart (id) on delete cascade,
  fields_json text not null,
  next_key text not null,
  updated_at integer not null
  ) strict;
create index payment_attempt_of_order on payment_attempt (order_id, created_at);
