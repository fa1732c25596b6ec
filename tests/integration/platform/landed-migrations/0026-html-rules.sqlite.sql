alter table product add column html_rules integer not null default 0;
