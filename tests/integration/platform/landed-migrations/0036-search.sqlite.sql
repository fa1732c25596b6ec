alter table product add column tags_json text not null default '[]';
create table search_synonym (line text primary key, is_on integer not null check (is_on in (0, 1)), created_at integer not null) strict;
create table search_miss (
  day text not null,
  term text not null,
  times integer not null check (times > 0),
  primary key (day, term)
  ) strict, without rowid;
insert into product_search (product_search) values ('delete-all');
