create table code_challenge_copy as select * from code_challenge;
drop table code_challenge;
create table code_challenge (
  id text primary key,
  purpose text not null,
  email text not null,
  details_json text,
  next text,
  code_hash text,
  tries_left integer not null check (tries_left >= 0),
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  digits integer not null default 4
  ) strict;
insert into code_challenge select * from code_challenge_copy;
drop table code_challenge_copy;
create index code_challenge_old on code_challenge (expires_at);
create table restock_request (
  id text primary key,
  variant_id integer not null references variant (id) on delete cascade,
  email text not null,
  mailbox_id text not null,
  asked_at integer not null,
  told_at integer,
  unique (variant_id, mailbox_id)
  ) strict;
create index restock_request_waiting on restock_request (variant_id, asked_at, id) where told_at is null;
create index restock_request_of_mailbox on restock_request (mailbox_id);
create table restock_watch (
  variant_id integer primary key references variant (id) on delete cascade,
  ledger_id integer not null,
  mails_left integer not null check (mails_left >= 0)
  ) strict;
