create table contact_message (
  id text primary key,
  name text not null,
  mobile text not null,
  email text not null,
  content text not null,
  created_at bigint not null
  ) ;
create index contact_message_latest on contact_message (created_at desc);
