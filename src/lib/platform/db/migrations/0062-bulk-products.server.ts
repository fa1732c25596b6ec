import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * A bulk action may also be of products. Then it is planned and run in the background, and each row has the values
 * before and after.
 */
export const bulkProducts: Migration = {
  name: '0062-bulk-products',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  "alter table bulk_action add column subject text not null default 'order'",
  "alter table bulk_action add column state text not null default 'done'",
  'alter table bulk_action add column request_json text',
  'alter table bulk_action add column actor_json text',
  "create index bulk_action_active on bulk_action (created_at) where state in ('planning', 'running')",
  'create index bulk_action_of_subject on bulk_action (subject, created_at)',
  'alter table bulk_action_row rename column order_id to record_id',
  'alter table bulk_action_row add column before_json text',
  'alter table bulk_action_row add column after_json text',
  'create index bulk_action_row_of_state on bulk_action_row (bulk_id, state, position)',
];
