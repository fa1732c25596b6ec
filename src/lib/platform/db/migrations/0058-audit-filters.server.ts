import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** The audit log is shown by time, also of one person and of one action. */
export const auditFilters: Migration = {
  name: '0058-audit-filters',
  up: (tx: Tx, engine: Engine) => createTables(tx, engine, STATEMENTS),
};

const STATEMENTS = [
  'create index audit_entry_by_time on audit_entry (at, id)',
  'create index audit_entry_of_actor on audit_entry (actor_kind, actor_id, at, id)',
  'create index audit_entry_of_action on audit_entry (action, at, id)',
];
