import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Parcels that are booked with a courier by its API, and what the courier reports about them. */
export const shipments: Migration = {
  name: '0082-shipments',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table shipment (
    id text primary key,
    order_id text not null references orders (id) on delete cascade,
    courier text not null,
    reference text not null unique,
    phase text not null check (phase in ('new', 'booked', 'cancelled')),
    task text,
    failed INT not null default 0,
    problem text,
    due_at INT not null,
    tries INT not null default 0,
    leased_until INT not null default 0,
    weight_grams INT not null check (weight_grams > 0),
    length_cm INT not null check (length_cm > 0),
    breadth_cm INT not null check (breadth_cm > 0),
    height_cm INT not null check (height_cm > 0),
    collect_paise INT not null check (collect_paise >= 0),
    rates_json text,
    courier_id INT,
    courier_name text,
    sent_at INT,
    remote_order text,
    remote_shipment text,
    awb text,
    freight_paise INT,
    return_rate_paise INT,
    return_freight_paise INT,
    label_file text,
    pickup text,
    manifest_url text,
    status text,
    status_at INT,
    attempts INT not null default 0,
    reason text,
    answer_json text,
    answered_at INT,
    tracked INT not null default 0,
    polled_at INT not null default 0,
    created_at INT not null,
    updated_at INT not null
  ) END`,
  `create unique index shipment_of_order on shipment (order_id) where phase <> 'cancelled'`,
  'create index shipment_by_order on shipment (order_id)',
  `create index shipment_unsent on shipment (order_id) where phase <> 'cancelled' and status is null`,
  'create index shipment_due on shipment (due_at) where task is not null and failed = 0',
  'create index shipment_tracked on shipment (polled_at) where tracked = 1',
  'create unique index shipment_awb on shipment (awb) where awb is not null',
  `create index shipment_undelivered on shipment (status_at) where status = 'undelivered'`,
  `create index shipment_came_back on shipment (status_at) where status = 'came_back'`,
  'create index shipment_failed on shipment (created_at) where failed = 1',
  'create index shipment_label on shipment (label_file) where label_file is not null',
  `create table shipment_event (
    id text primary key,
    shipment_id text not null references shipment (id) on delete cascade,
    status text not null,
    label text not null,
    at INT not null,
    created_at INT not null,
    body text not null
  ) END`,
  'create index shipment_event_of_shipment on shipment_event (shipment_id, at)',
];
