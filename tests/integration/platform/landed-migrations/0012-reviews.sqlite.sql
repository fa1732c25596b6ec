alter table review add column updated_at integer;
alter table review add column hidden integer not null default 0 check (hidden in (0, 1));
