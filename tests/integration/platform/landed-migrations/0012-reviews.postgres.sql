alter table review add column updated_at bigint;
alter table review add column hidden bigint not null default 0 check (hidden in (0, 1));
