import type { LogQuery } from '#lib/admin/log/log-query.schema.ts';
import { documentHref } from '#lib/content/admin/settings/settings-pages.server.ts';
import { type AuditRow, readAudit } from '#lib/platform/audit/read-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { distinctValues } from '#lib/platform/db/distinct-values.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianMidnight } from '#lib/primitives/indian-time.ts';

type ReadDatabase = Pick<ShopDatabase, 'read'>;

/**
 * Returns one page of the log, newest first. `next` is the value of `before` for the next page; undefined on the last
 * page.
 */
export async function readLog(db: ReadDatabase, { person, action, record, day, before: cursor }: LogQuery) {
  const [kind = '', id] = person?.split(':') ?? [];
  const from = day === undefined ? undefined : indianMidnight(Date.parse(day));
  const { entries, next } = await readAudit(db, {
    cursor,
    action,
    actor: person === undefined ? undefined : { kind, id },
    record: record === undefined ? undefined : await recordOf(db, record),
    from,
    to: from === undefined ? undefined : from + DAY_MS,
  });
  const names = await namesOf(db, entries);
  return { entries: entries.map((entry) => ({ ...entry, record: recordLink(entry, names) })), next };
}

/** Returns the values by which the log can be filtered. The actions are in alphabetical order. */
export async function logFilters(db: ReadDatabase) {
  const staff = await db.read.selectFrom('staff').select(['id', 'name', 'ended_at']).orderBy('name').execute();
  const staffActors = staff.map(({ id, name, ended_at }) => ({
    value: `staff:${id}`,
    label: ended_at === null ? name : `${name} (former)`,
  }));
  return { actors: [...staffActors, ...OTHER_ACTORS], actions: await distinctValues(db.read, 'audit_entry', 'action') };
}

const OTHER_ACTORS = [
  { value: 'cli', label: 'Command line' },
  { value: 'job', label: 'Background jobs' },
  { value: 'gateway', label: 'Payment gateways' },
];

/** Returns the order with the number `input`, or any other record with the id `input`. */
async function recordOf({ read }: ReadDatabase, input: string): Promise<{ kind?: string; id: string }> {
  const query = read.selectFrom('orders').select('id').where('number', '=', input.toUpperCase());
  const order = await query.executeTakeFirst();
  return order ? { kind: 'order', id: order.id } : { id: input };
}

/** Returns order numbers, and the names of staff and of the customers of drafts, by `kind id`. */
async function namesOf({ read }: ReadDatabase, entries: readonly AuditRow[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) => entries.flatMap(({ record }) => (record.kind === kind ? [record.id] : []));
  const [orderIds, staffIds, draftIds] = [idsOf('order'), idsOf('staff'), idsOf('draft order')];
  const [orders, staff, drafts] = await Promise.all([
    orderIds.length > 0 &&
      read.selectFrom('orders').select(['id', 'number as name']).where('id', 'in', orderIds).execute(),
    staffIds.length > 0 && read.selectFrom('staff').select(['id', 'name']).where('id', 'in', staffIds).execute(),
    draftIds.length > 0 && read.selectFrom('draft_order').select(['id', 'name']).where('id', 'in', draftIds).execute(),
  ]);
  const rowsByKind = Object.entries({ order: orders || [], staff: staff || [], 'draft order': drafts || [] });
  return new Map(
    rowsByKind.flatMap(([kind, rows]) => rows.map(({ id, name }) => [`${kind} ${id}`, name ?? ''] as const)),
  );
}

/** Matches the ids of content files that have a page with their history in the admin. */
const CONTENT_FILE_ID = /^(?:blog|faq|policies)\//;

/** Matches a random id, such as the id of a draft or a session, which means nothing to a reader. */
const RANDOM_ID = /^[\da-f]{32}$/;

/** Returns the record to show after the action, for example `product loom-kurta`, and the path of its page, if any. */
function recordLink({ action, record: { kind, id } }: AuditRow, names: ReadonlyMap<string, string>) {
  const name = names.get(`${kind} ${id}`);
  const pages: Partial<Record<string, string | undefined>> = {
    order: name && `/admin/orders/${id}`,
    staff: name && '/admin/staff',
    product: id && `/products/${id}`,
    content: CONTENT_FILE_ID.test(id) ? `/admin/content/${id}/history` : documentHref(id),
    coupon: id && `/admin/settings/coupons/${encodeURIComponent(id)}`,
    'draft order': name === undefined ? undefined : `/admin/orders/drafts/${id}`,
  };
  // The kind is left out if the action contains it: `read order` TA-1042, but `set stock` product loom-kurta.
  const label = [action.includes(kind) ? '' : kind, name ?? (RANDOM_ID.test(id) ? '' : id)].filter(Boolean).join(' ');
  return { label: label || (pages[kind] ? 'open' : ''), href: pages[kind] };
}
