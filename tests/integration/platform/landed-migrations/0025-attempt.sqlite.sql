create table attempt (
  id text primary key,
  made_id text not null,
  created_at integer not null
  ) strict;
