import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditEntryTable } from '#lib/platform/db/tables/admin.ts';

export type AuditEntry = Selectable<AuditEntryTable>;

/** Returns the hash of an entry in the chain, computed from its content and the previous entry's hash. */
export function chainHash(previousHash: string, entry: AuditEntry): string {
  return sha256([previousHash, ...hashedValues(entry)]);
}

/** Returns the hash of the content of an entry, which does not depend on other entries. */
export function contentDigest(entry: AuditEntry): string {
  return sha256(hashedValues(entry));
}

function hashedValues(entry: AuditEntry): unknown[] {
  const { id, at, actor_kind, actor_id, actor_name, origin, action, record_kind, record_id } = entry;
  const { before_json, after_json } = entry;
  return [id, at, actor_kind, actor_id, actor_name, origin, action, record_kind, record_id, before_json, after_json];
}

function sha256(values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}
