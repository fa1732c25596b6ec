create table shipment (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  courier text not null,
  reference text not null unique,
  phase text not null check (phase in ('new', 'booked', 'cancelled')),
  task text,
  failed integer not null default 0,
  problem text,
  due_at integer not null,
  tries integer not null default 0,
  leased_until integer not null default 0,
  weight_grams integer not null check (weight_grams > 0),
  length_cm integer not null check (length_cm > 0),
  breadth_cm integer not null check (breadth_cm > 0),
  height_cm integer not null check (height_cm > 0),
  collect_paise integer not null check (collect_paise >= 0),
  rates_json text,
  courier_id integer,
  courier_name text,
  sent_at integer,
  remote_order text,
  remote_shipment text,
  awb text,
  freight_paise integer,
  return_rate_paise integer,
  return_freight_paise integer,
  label_file text,
  pickup text,
  manifest_url text,
  status text,
  status_at integer,
  attempts integer not null default 0,
  reason text,
  answer_json text,
  answered_at integer,
  tracked integer not null default 0,
  polled_at integer not null default 0,
  created_at integer not null,
  updated_at integer not null
  ) strict;
create unique index shipment_of_order on shipment (order_id) where phase <> 'cancelled';
create index shipment_by_order on shipment (order_id);
create index shipment_unsent on shipment (order_id) where phase <> 'cancelled' and status is null;
create index shipment_due on shipment (due_at) where task is not null and failed = 0;
create index shipment_tracked on shipment (polled_at) where tracked = 1;
create unique index shipment_awb on shipment (awb) where awb is not null;
create index shipment_undelivered on shipment (status_at) where status = 'undelivered';
create index shipment_came_back on shipment (status_at) where status = 'came_back';
create index shipment_failed on shipment (created_at) where failed = 1;
create index shipment_label on shipment (label_file) where label_file is not null;
create table shipment_event (
  id text primary key,
  shipment_id text not null references shipment (id) on delete cascade,
  status text not null,
  label text not null,
  at integer not null,
  created_at integer not null,
  body text not null
  ) strict;
create index shipment_event_of_shipment on shipment_event (shipment_id, at);
