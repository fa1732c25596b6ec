create table owner_notice (
  kind text not null,
  about text not null,
  at bigint not null,
  primary key (kind, about)
  ) ;
