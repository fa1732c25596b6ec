drop table migration_turn;
create table migration_turn (id integer primary key, turn integer not null, constraint this_database_belongs_to_a_newer_version_of_the_shop check (turn = 0)) strict;
insert into migration_turn (id, turn) values (1, 0);
delete from "migration" where "name" = ?;
