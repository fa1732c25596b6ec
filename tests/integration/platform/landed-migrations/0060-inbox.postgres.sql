alter table contact_message add column state text not null default 'new' check (state in ('new', 'answered', 'closed'));
alter table contact_message add column answer text;
alter table contact_message add column updated_at bigint not null default 0;
update contact_message set state = 'closed' where created_at < cast(extract(epoch from now()) * 1000 as bigint) - 1209600000;
create index contact_message_new on contact_message (created_at, id) where state = 'new';
create index contact_message_done on contact_message (created_at, id) where state <> 'new';
create index contact_message_of_name on contact_message (lower(name) collate "C");
create index contact_message_of_email on contact_message (email collate "C");
alter table review add column unseen bigint not null default 0;
create index review_unseen on review ((coalesce(updated_at, created_at)), id) where unseen = 1;
create index review_seen on review ((coalesce(updated_at, created_at)), id) where unseen = 0;
create index review_of_name on review (lower(name) collate "C");
create index ticket_open on ticket (updated_at, id) where state = 'open';
create index ticket_done on ticket (updated_at, id) where state <> 'open';
create index ticket_of_subject on ticket (lower(subject) collate "C");
create index exchange_waiting on exchange (updated_at, id) where state = 'requested' or (state = 'received' and shipped_at is null);
create index exchange_awaited on exchange (updated_at, id) where state = 'approved';
create index exchange_done on exchange (updated_at, id) where state <> 'approved' and not (state = 'requested' or (state = 'received' and shipped_at is null));
create index customer_of_name on customer (lower(name) collate "C");
create index customer_of_email on customer (email collate "C");
create table saved_reply (
  id text primary key,
  name text not null unique,
  text text not null,
  created_at bigint not null,
  updated_at bigint not null
  ) ;
