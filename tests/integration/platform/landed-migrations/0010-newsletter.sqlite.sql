create table subscriber (id text primary key, email text not null unique, created_at integer not null) strict;
