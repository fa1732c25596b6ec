select 1 from information_schema.columns
  where table_schema = current_schema() and table_name = $1 and column_name = $2;
select 1 from information_schema.columns
  where table_schema = current_schema() and table_name = $1 and column_name = $2;
