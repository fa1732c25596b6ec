create table search_redirect (term text primary key, path text not null, created_at integer not null) strict, without rowid;
