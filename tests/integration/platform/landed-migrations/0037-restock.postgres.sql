alter table code_challenge drop constraint code_challenge_purpose_check;
create table restock_request (
  id text primary key,
  variant_id bigint not null references variant (id) on delete cascade,
  email text not null,
  mailbox_id text not null,
  asked_at bigint not null,
  told_at bigint,
  unique (variant_id, mailbox_id)
  ) ;
create index restock_request_waiting on restock_request (variant_id, asked_at, id) where told_at is null;
create index restock_request_of_mailbox on restock_request (mailbox_id);
create table restock_watch (
  variant_id bigint primary key references variant (id) on delete cascade,
  ledger_id bigint not null,
  mails_left bigint not null check (mails_left >= 0)
  ) ;
