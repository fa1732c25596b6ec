create table cdn_purge (
  address text primary key,
  sent_id integer not null,
  holder text not null,
  held_until integer not null,
  build text not null,
  build_at integer not null
  ) strict, without rowid;
