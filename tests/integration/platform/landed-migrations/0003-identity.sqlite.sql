create table customer (
  id text primary key,
  email text not null unique,
  name text not null,
  mobile text not null,
  gender text check (gender in ('male', 'female', 'other')),
  dob text,
  image_file text,
  created_at integer not null,
  updated_at integer not null,
  wrong_codes integer not null default 0
  ) strict;
create table session (
  id text primary key,
  token_hash text not null unique,
  customer_id text not null references customer (id) on delete cascade,
  device text not null,
  created_at integer not null,
  seen_at integer not null
  ) strict;
create index session_of_customer on session (customer_id);
create index session_seen on session (seen_at);
create table code_challenge (
  id text primary key,
  purpose text not null check (purpose in ('login', 'register', 'newsletter')),
  email text not null,
  details_json text,
  next text,
  code_hash text,
  tries_left integer not null check (tries_left >= 0),
  created_at integer not null,
  expires_at integer not null,
  used_at integer
  ) strict;
create index code_challenge_old on code_challenge (expires_at);
create table sign_in_link (
  token_hash text primary key,
  customer_id text not null references customer (id) on delete cascade,
  next text,
  expires_at integer not null,
  used_at integer
  ) strict;
create index sign_in_link_of_customer on sign_in_link (customer_id);
create table known_device (
  token_hash text primary key,
  customer_id text not null references customer (id) on delete cascade,
  created_at integer not null
  ) strict;
create index known_device_of_customer on known_device (customer_id);
create table rate_window (key text primary key, started_at integer not null, count integer not null) strict;
create index rate_window_old on rate_window (started_at);
