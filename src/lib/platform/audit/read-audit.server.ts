import type { Selectable } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { AuditEntryTable } from '#lib/platform/db/tables/admin.ts';

const PAGE_SIZE = 50;

export interface AuditPage {
  /** Newest first. */
  entries: AuditRow[];
  /** The `before` of the next page, if there is one. */
  next: number | undefined;
}

export interface AuditRow {
  id: number;
  at: number;
  actor: string;
  origin: string;
  action: string;
  record: { kind: string; id: string };
  changes: AuditChange[];
}

export interface AuditChange {
  field: string;
  before: string;
  after: string;
}

/** The entries before an id, of one record or of all. */
export async function readAudit(
  { read }: Pick<ShopDatabase, 'read'>,
  { before, record }: { before?: number | undefined; record?: { kind: string; id: string } | undefined } = {},
): Promise<AuditPage> {
  let query = read
    .selectFrom('audit_entry')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1);
  if (before !== undefined) query = query.where('id', '<', before);
  if (record) query = query.where('record_kind', '=', record.kind).where('record_id', '=', record.id);
  const rows = await query.execute();
  const shown = rows.slice(0, PAGE_SIZE);
  return { entries: shown.map(auditRow), next: rows.length > PAGE_SIZE ? shown.at(-1)?.id : undefined };
}

function auditRow(entry: Selectable<AuditEntryTable>): AuditRow {
  const { id, at, actor_name, origin, action, record_kind, record_id } = entry;
  const before = fieldsOf(entry.before_json);
  const after = fieldsOf(entry.after_json);
  const changes = [...new Set([...before.keys(), ...after.keys()])].map((field) => ({
    field,
    before: before.get(field) ?? '',
    after: after.get(field) ?? '',
  }));
  return { id, at, actor: actor_name, origin, action, record: { kind: record_kind, id: record_id }, changes };
}

function fieldsOf(json: string | null): Map<string, string> {
  const fields = Object.entries(json === null ? {} : (JSON.parse(json) as Record<string, unknown>));
  return new Map(fields.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
}
