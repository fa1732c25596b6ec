create table cdn_purge (
  address text primary key,
  sent_id bigint not null,
  holder text not null,
  held_until bigint not null,
  build text not null,
  build_at bigint not null
  ) ;
