create table customer (
  id text primary key,
  email text not null unique,
  name text not null,
  mobile text not null,
  gender text check (gender in ('male', 'female', 'other')),
  dob text,
  image_file text,
  created_at bigint not null,
  updated_at bigint not null,
  wrong_codes bigint not null default 0
  ) ;
create table session (
  id text primary key,
  token_hash text not null unique,
  customer_id text not null references customer (id) on delete cascade,
  device text not null,
  created_at bigint not null,
  seen_at bigint not null
  ) ;
create index session_of_customer on session (customer_id);
create index session_seen on session (seen_at);
create table code_challenge (
  id text primary key,
  purpose text not null check (purpose in ('login', 'register', 'newsletter')),
  email text not null,
  details_json text,
  next text,
  code_hash text,
  tries_left bigint not null check (tries_left >= 0),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
  ) ;
create index code_challenge_old on code_challenge (expires_at);
create table sign_in_link (
  token_hash text primary key,
  customer_id text not null references customer (id) on delete cascade,
  next text,
  expires_at bigint not null,
  used_at bigint
  ) ;
create index sign_in_link_of_customer on sign_in_link (customer_id);
create table known_device (
  token_hash text primary key,
  customer_id text not null references customer (id) on delete cascade,
  created_at bigint not null
  ) ;
create index known_device_of_customer on known_device (customer_id);
create table rate_window (key text primary key, started_at bigint not null, count bigint not null) ;
create index rate_window_old on rate_window (started_at);
