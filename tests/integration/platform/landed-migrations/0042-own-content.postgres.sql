create table own_content (
  path text not null,
  version bigint not null,
  state text not null check (state in ('own', 'shipped', 'hidden')),
  body text not null,
  at bigint not null,
  primary key (path, version)
  ) ;
