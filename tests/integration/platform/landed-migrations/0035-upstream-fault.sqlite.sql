create table upstream_fault (
  upstream text not null,
  route text not null,
  kind text not null,
  times integer not null check (times > 0),
  first_at integer not null,
  last_at integer not null,
  well_at integer,
  primary key (upstream, route, kind)
  ) strict, without rowid;
