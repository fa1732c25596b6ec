create table outbox (
  id text primary key,
  kind text not null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  headers_json text,
  created_at bigint not null,
  due_at bigint not null,
  expires_at bigint,
  attempts bigint not null default 0,
  unsure bigint not null default 0,
  sent_at bigint,
  gave_up_at bigint,
  last_error text
  ) ;
create index outbox_due on outbox (due_at) where sent_at is null and gave_up_at is null;
create index outbox_of_address on outbox (to_address, created_at);
create index outbox_old on outbox (created_at);
create table mail_lease (id bigint primary key, holder text not null, expires_at bigint not null) ;
insert into mail_lease (id, holder, expires_at) values (1, '', 0);
