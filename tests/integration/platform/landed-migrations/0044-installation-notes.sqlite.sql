create table installation_note (
  name text primary key,
  value text not null,
  at integer not null
  ) strict, without rowid;
insert into installation_note (name, value, at) values ('write_probe', '', 0);
