import type { AuditEntry } from '#lib/platform/audit/entry-hash.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { distinctValues } from '#lib/platform/db/distinct-values.server.ts';
import { keysetPage } from '#lib/platform/db/keyset-page.server.ts';

const PAGE_SIZE = 50;

export type AuditRow = ReturnType<typeof auditRow>;

export interface AuditFilter {
  /** The cursor of the previous page: the time and id of its last entry. */
  cursor?: string | undefined;
  /** The record that the entries are about. A renamed record has several ids. */
  record?: { kind?: string | undefined; id: string | readonly string[] } | undefined;
  /** If `id` is missing, all actors of this kind match, for example all jobs. */
  actor?: { kind: string; id?: string | undefined } | undefined;
  action?: string | undefined;
  /** The start of the period in epoch ms. */
  from?: number | undefined;
  /** The end of the period in epoch ms, exclusive. */
  to?: number | undefined;
}

/**
 * Returns one page of the entries that match the filter, newest first. `next` is the value of `cursor` for the next
 * page; undefined on the last page.
 */
export async function readAudit(
  { read }: Pick<ShopDatabase, 'read'>,
  { cursor, record, actor, action, from, to }: AuditFilter = {},
) {
  let query = read.selectFrom('audit_entry').selectAll();
  if (record) {
    const kinds = record.kind === undefined ? await distinctValues(read, 'audit_entry', 'record_kind') : [record.kind];
    query = query.where('record_kind', 'in', kinds).where('record_id', 'in', [record.id].flat());
  }
  if (actor) query = query.where('actor_kind', '=', actor.kind);
  if (actor?.id !== undefined) query = query.where('actor_id', '=', actor.id);
  if (action !== undefined) query = query.where('action', '=', action);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  const sort = { column: 'at', direction: 'desc' } as const;
  const { rows, next } = await keysetPage(query, { sort, size: PAGE_SIZE, after: cursor });
  return { entries: rows.map(auditRow), next };
}

function auditRow(entry: AuditEntry) {
  const { id, at, actor_name: actor, origin, action, record_kind, record_id } = entry;
  const before = fieldsOf(entry.before_json);
  const after = fieldsOf(entry.after_json);
  const changes = [...new Set([...before.keys(), ...after.keys()])].map((field) => ({
    field: field.replaceAll('_', ' '),
    before: before.get(field) ?? '',
    after: after.get(field) ?? '',
  }));
  const visibleChanges = changes.filter((change) => change.before !== '' || change.after !== '');
  return { id, at, actor, origin, action, record: { kind: record_kind, id: record_id }, changes: visibleChanges };
}

function fieldsOf(json: string | null): Map<string, string> {
  const fields = Object.entries(json === null ? {} : (JSON.parse(json) as Record<string, unknown>));
  return new Map(fields.map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object') return String(value);
  return textOf(Object.entries(value).map(([name, part]) => `${name.replaceAll('_', ' ')} ${textOf(part)}`));
}
