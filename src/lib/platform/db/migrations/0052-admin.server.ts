import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const adminTables: Migration = {
  name: '0052-admin',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  `create table staff (
    id text primary key,
    email text not null unique,
    name text not null,
    role text not null check (role in ('owner', 'packer', 'writer', 'accountant')),
    created_at INT not null,
    ended_at INT
  ) END`,
  `create table staff_passkey (
    id text primary key,
    staff_id text not null references staff (id) on delete cascade,
    public_key text not null,
    counter INT not null,
    transports text not null,
    name text not null,
    created_at INT not null,
    used_at INT
  ) END`,
  'create index staff_passkey_of_staff on staff_passkey (staff_id)',
  `create table staff_authenticator (
    staff_id text primary key references staff (id) on delete cascade,
    secret text not null,
    last_step INT not null,
    created_at INT not null
  ) END`,
  `create table staff_recovery_code (
    code_hash text primary key,
    staff_id text not null references staff (id) on delete cascade
  ) END`,
  'create index staff_recovery_code_of_staff on staff_recovery_code (staff_id)',
  `create table staff_session (
    id text primary key,
    token_hash text not null unique,
    staff_id text not null references staff (id) on delete cascade,
    device text not null,
    is_enrolling INT not null,
    created_at INT not null,
    seen_at INT not null,
    confirmed_at INT
  ) END`,
  'create index staff_session_of_staff on staff_session (staff_id)',
  `create table staff_challenge (
    id text primary key,
    kind text not null,
    staff_id text references staff (id) on delete cascade,
    email text not null,
    value text not null,
    tries_left INT not null,
    expires_at INT not null
  ) END`,
  'create index staff_challenge_old on staff_challenge (expires_at)',
  `create table audit_entry (
    id AUTO_ID AUTO_KEY,
    at INT not null,
    actor_kind text not null,
    actor_id text not null,
    actor_name text not null,
    origin text not null,
    action text not null,
    record_kind text not null,
    record_id text not null,
    before_json text,
    after_json text,
    position INT unique,
    hash text
  ) END`,
  'create index audit_entry_of_record on audit_entry (record_kind, record_id, id)',
  'create index audit_entry_unsealed on audit_entry (id) where position is null',
];
