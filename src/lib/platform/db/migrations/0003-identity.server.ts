import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const identityTables: Migration = {
  name: '0003-identity',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table customer (
    id text primary key,
    email text not null unique,
    name text not null,
    mobile text not null,
    gender text check (gender in ('male', 'female', 'other')),
    dob text,
    image_file text,
    created_at INT not null,
    updated_at INT not null,
    wrong_codes INT not null default 0
  ) END`,
  `create table session (
    id text primary key,
    token_hash text not null unique,
    customer_id text not null references customer (id) on delete cascade,
    device text not null,
    created_at INT not null,
    seen_at INT not null
  ) END`,
  'create index session_of_customer on session (customer_id)',
  'create index session_seen on session (seen_at)',
  `create table code_challenge (
    id text primary key,
    purpose text not null check (purpose in ('login', 'register', 'newsletter')),
    email text not null,
    details_json text,
    next text,
    code_hash text,
    tries_left INT not null check (tries_left >= 0),
    created_at INT not null,
    expires_at INT not null,
    used_at INT
  ) END`,
  'create index code_challenge_old on code_challenge (expires_at)',
  `create table sign_in_link (
    token_hash text primary key,
    customer_id text not null references customer (id) on delete cascade,
    next text,
    expires_at INT not null,
    used_at INT
  ) END`,
  'create index sign_in_link_of_customer on sign_in_link (customer_id)',
  `create table known_device (
    token_hash text primary key,
    customer_id text not null references customer (id) on delete cascade,
    created_at INT not null
  ) END`,
  'create index known_device_of_customer on known_device (customer_id)',
  'create table rate_window (key text primary key, started_at INT not null, count INT not null) END',
  'create index rate_window_old on rate_window (started_at)',
];
