import type { LogQuery } from '#lib/admin/log/log-query.schema.ts';
import { pageOfDocument } from '#lib/content/desk/settings/settings-pages.server.ts';
import { type AuditRow, readAudit, recordedActions } from '#lib/platform/audit/read-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianMidnight } from '#lib/primitives/indian-time.ts';

type Reading = Pick<ShopDatabase, 'read'>;

export interface LogEntry extends Omit<AuditRow, 'record'> {
  /** Continues the action, such as `product loom-kurta`; with its page, if it has one. */
  record: { label: string; href?: string | undefined };
}

export interface AuditLog {
  /** Newest first. */
  entries: LogEntry[];
  /** The `before` of the next page, if there is one. */
  next: string | undefined;
}

/** One page of the log. */
export async function readLog(db: Reading, { person, action, record, day, before }: LogQuery): Promise<AuditLog> {
  const from = day === undefined ? undefined : indianMidnight(Date.parse(day));
  const { entries, next } = await readAudit(db, {
    before,
    action,
    actor: person === undefined ? undefined : actorOf(person),
    record: record === undefined ? undefined : await recordOf(db, record),
    from,
    to: from === undefined ? undefined : from + DAY_MS,
  });
  const names = await namesOf(db, entries);
  return { entries: entries.map((entry) => ({ ...entry, record: shown(entry, names) })), next };
}

export interface LogFilters {
  persons: { value: string; label: string }[];
  actions: string[];
}

/** What the log can be filtered by. */
export async function logFilters(db: Reading): Promise<LogFilters> {
  const staff = await db.read.selectFrom('staff').select(['id', 'name', 'ended_at']).orderBy('name').execute();
  const persons = staff.map(({ id, name, ended_at }) => ({
    value: `staff:${id}`,
    label: ended_at === null ? name : `${name} (former)`,
  }));
  return { persons: [...persons, ...PROGRAMS], actions: await recordedActions(db) };
}

const PROGRAMS = [
  { value: 'cli', label: 'Command line' },
  { value: 'job', label: 'Background jobs' },
  { value: 'gateway', label: 'Payment gateways' },
];

function actorOf(person: string): { kind: string; id?: string | undefined } {
  const [kind = '', id] = person.split(':');
  return { kind, id };
}

/** An order is found by its number. */
async function recordOf({ read }: Reading, typed: string): Promise<{ kind?: string; id: string }> {
  const query = read.selectFrom('orders').select('id').where('number', '=', typed.toUpperCase());
  const order = await query.executeTakeFirst();
  return order ? { kind: 'order', id: order.id } : { id: typed };
}

/** Numbers of orders, and names of staff and of the customers of drafts, by `kind id`. */
async function namesOf({ read }: Reading, entries: readonly AuditRow[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) => entries.flatMap(({ record }) => (record.kind === kind ? [record.id] : []));
  const [orderIds, staffIds, draftIds] = [idsOf('order'), idsOf('staff'), idsOf('draft order')];
  const [orders, staff, drafts] = await Promise.all([
    orderIds.length > 0 &&
      read.selectFrom('orders').select(['id', 'number as name']).where('id', 'in', orderIds).execute(),
    staffIds.length > 0 && read.selectFrom('staff').select(['id', 'name']).where('id', 'in', staffIds).execute(),
    draftIds.length > 0 && read.selectFrom('draft_order').select(['id', 'name']).where('id', 'in', draftIds).execute(),
  ]);
  const byKind = Object.entries({ order: orders || [], staff: staff || [], 'draft order': drafts || [] });
  return new Map(
    byKind.flatMap(([kind, named]) => named.map(({ id, name }) => [`${kind} ${id}`, name ?? ''] as const)),
  );
}

/** Texts have a page in the admin. */
const TEXT_PATH = /^(?:blog|faq|policies)\//;

function shown({ action, record: { kind, id } }: AuditRow, names: ReadonlyMap<string, string>): LogEntry['record'] {
  const name = names.get(`${kind} ${id}`);
  const pages: Partial<Record<string, string | undefined>> = {
    order: name && `/admin/orders/${id}`,
    staff: name && '/admin/staff',
    product: id && `/products/${id}`,
    content: TEXT_PATH.test(id) ? `/admin/content/${id}/history` : pageOfDocument(id),
    coupon: id && `/admin/settings/coupons/${encodeURIComponent(id)}`,
    'draft order': name === undefined ? undefined : `/admin/orders/drafts/${id}`,
  };
  // Such as `read order` TA-1042, but `set stock` product loom-kurta.
  const label = [action.includes(kind) ? '' : kind, name ?? (isRandom(id) ? '' : id)].filter(Boolean).join(' ');
  return { label: label || (pages[kind] ? 'open' : ''), href: pages[kind] };
}

/** Such as the id of a draft or a session, which tells a person nothing. */
function isRandom(id: string): boolean {
  return /^[\da-f]{32}$/.test(id);
}
