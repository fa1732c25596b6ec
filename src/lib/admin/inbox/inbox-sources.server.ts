import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { InboxKind, InboxScope } from '#lib/admin/inbox/inbox.ts';
import { type InboxQuery, inboxState } from '#lib/admin/inbox/inbox-query.schema.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';

const TABLE_OF = { ticket: 'ticket', exchange: 'exchange', message: 'contact_message', review: 'review' } as const;
type InboxTable = (typeof TABLE_OF)[InboxKind];

interface InboxPart {
  kind: InboxKind;
  isOpen: boolean;
  /** Whether the part is only for staff who may see exchanges that have ended. */
  isEnded?: true;
  /** The condition of a partial index, with literals, because the database must recognize it in the query. */
  condition: string;
  /** The SQL expression for the time at which an item began to wait, or was last changed. */
  timeExpression: string;
}

const WRITTEN_AT = 'coalesce(updated_at, created_at)';
const WAITING_EXCHANGE = "state = 'requested' or (state = 'received' and shipped_at is null)";

/** Each part of the inbox has an index by time, so a page is merged from the first rows of each part. */
const PARTS: readonly InboxPart[] = [
  { kind: 'ticket', isOpen: true, condition: "state = 'open'", timeExpression: 'updated_at' },
  { kind: 'ticket', isOpen: false, condition: "state <> 'open'", timeExpression: 'updated_at' },
  { kind: 'exchange', isOpen: true, condition: WAITING_EXCHANGE, timeExpression: 'updated_at' },
  { kind: 'exchange', isOpen: false, condition: "state = 'approved'", timeExpression: 'updated_at' },
  {
    kind: 'exchange',
    isOpen: false,
    isEnded: true,
    condition: `state <> 'approved' and not (${WAITING_EXCHANGE})`,
    timeExpression: 'updated_at',
  },
  { kind: 'message', isOpen: true, condition: "state = 'new'", timeExpression: 'created_at' },
  { kind: 'message', isOpen: false, condition: "state <> 'new'", timeExpression: 'created_at' },
  { kind: 'review', isOpen: true, condition: 'unseen = 1', timeExpression: WRITTEN_AT },
  { kind: 'review', isOpen: false, condition: 'unseen = 0', timeExpression: WRITTEN_AT },
];

export interface InboxEntry {
  id: string;
  kind: InboxKind;
  isOpen: boolean;
  /** The time at which the item began to wait, or was last changed, in epoch ms. */
  at: number;
}

export interface InboxSource {
  kind: InboxKind;
  rows: SelectQueryBuilder<Tables, InboxTable, { id: string; kind: string; at: number; open: number }>;
  at: RawBuilder<number>;
}

/** Returns a query for each part of the inbox that the filters and the scope include. */
export function inboxSources(
  { read }: Pick<ShopDatabase, 'read'>,
  query: Pick<InboxQuery, 'search' | 'kind' | 'state'>,
  { kinds, includesEnded }: InboxScope,
): InboxSource[] {
  const state = inboxState(query);
  return PARTS.filter(
    ({ kind, isOpen, isEnded }) =>
      kinds.includes(kind) &&
      (query.kind ?? kind) === kind &&
      (state === 'all' || isOpen === (state === 'open')) &&
      (includesEnded || !isEnded),
  ).map(({ kind, isOpen, condition, timeExpression }) => {
    const time = sql<number>`${sql.raw(timeExpression)}`;
    const columns = [sql.lit(kind).as('kind'), time.as('at'), sql.lit(isOpen ? 1 : 0).as('open')] as const;
    const table = read.selectFrom(TABLE_OF[kind]) as SelectQueryBuilder<Tables, InboxTable, object>;
    return { kind, at: time, rows: table.select(['id', ...columns]).where(sql<boolean>`(${sql.raw(condition)})`) };
  });
}
