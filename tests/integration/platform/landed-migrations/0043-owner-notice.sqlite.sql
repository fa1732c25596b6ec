create table owner_notice (
  kind text not null,
  about text not null,
  at integer not null,
  primary key (kind, about)
  ) strict, without rowid;
