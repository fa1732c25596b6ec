alter table product add column tags_json text not null default '[]';
create table search_synonym (line text primary key, is_on bigint not null check (is_on in (0, 1)), created_at bigint not null) ;
create table search_miss (
  day text not null,
  term text not null,
  times bigint not null check (times > 0),
  primary key (day, term)
  ) ;
truncate product_search;
