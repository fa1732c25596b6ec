create table payment_beginning (
  order_id text not null references orders (id) on delete cascade,
  provider text not null check (provider in ('razorpay', 'test')),
  amount_paise integer not null check (amount_paise >= 0),
  begun_at integer not null,
  failed_at integer,
  primary key (order_id, provider, amount_paise)
  ) strict, without rowid;
create table stock_hold (
  order_id text primary key references orders (id) on delete cascade,
  owner text not null,
  email_key text not null,
  network_key text not null,
  line_count integer not null check (line_count > 0),
  scarce_count integer not null check (scarce_count between 0 and line_count),
  created_at integer not null
  ) strict;
create index stock_hold_of_owner on stock_hold (owner);
create index stock_hold_of_email on stock_hold (email_key, created_at);
create index stock_hold_of_network on stock_hold (network_key, created_at);
create index stock_hold_old on stock_hold (created_at);
create table hold_party (key text primary key, seen_at integer not null) strict;
