create table own_content (
  path text not null,
  version integer not null,
  state text not null check (state in ('own', 'shipped', 'hidden')),
  body text not null,
  at integer not null,
  primary key (path, version)
  ) strict, without rowid;
