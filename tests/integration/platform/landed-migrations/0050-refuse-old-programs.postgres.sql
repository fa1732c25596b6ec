update migration_turn set turn = 0;
alter table migration_turn add constraint this_database_belongs_to_a_newer_version_of_the_shop check (turn = 0);
delete from "migration" where "name" = $1;
