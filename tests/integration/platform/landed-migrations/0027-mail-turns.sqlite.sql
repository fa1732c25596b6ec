alter table outbox add column failing_since integer;
alter table outbox add column refused_since integer;
alter table outbox add column pace_key text;
alter table outbox add column thread text;
alter table outbox add column joined_into text;
