create table upstream_fault (
  upstream text not null,
  route text not null,
  kind text not null,
  times bigint not null check (times > 0),
  first_at bigint not null,
  last_at bigint not null,
  well_at bigint,
  primary key (upstream, route, kind)
  ) ;
