select 1 from pragma_table_info(?) where name = ?;
select 1 from pragma_table_info(?) where name = ?;
