import { type SelectQueryBuilder, sql } from 'kysely';
import type { InboxKind, InboxScope } from '#lib/admin/inbox/inbox.ts';
import { type InboxQuery, inboxState } from '#lib/admin/inbox/inbox-query.schema.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/** The table of each kind, and the SQL for the time at which an item began to wait, or was last changed. */
const SOURCES = {
  ticket: { table: 'ticket', timeSql: 'updated_at' },
  exchange: { table: 'exchange', timeSql: 'updated_at' },
  message: { table: 'contact_message', timeSql: 'created_at' },
  review: { table: 'review', timeSql: 'coalesce(updated_at, created_at)' },
} as const;
type InboxTable = (typeof SOURCES)[InboxKind]['table'];

interface InboxPart {
  kind: InboxKind;
  isOpen: boolean;
  /** Whether the part contains exchanges that have ended, which only some staff may see. */
  isEnded?: true;
  /** The condition of a partial index, with literals, because the database must recognize it in the query. */
  condition: string;
}

const WAITING_EXCHANGE = "state = 'requested' or (state = 'received' and shipped_at is null)";

/** Each part of the inbox has an index by time, so a page is merged from the first rows of each part. */
const PARTS: readonly InboxPart[] = [
  { kind: 'ticket', isOpen: true, condition: "state = 'open'" },
  { kind: 'ticket', isOpen: false, condition: "state <> 'open'" },
  { kind: 'exchange', isOpen: true, condition: WAITING_EXCHANGE },
  { kind: 'exchange', isOpen: false, condition: "state = 'approved'" },
  { kind: 'exchange', isOpen: false, isEnded: true, condition: `state <> 'approved' and not (${WAITING_EXCHANGE})` },
  { kind: 'message', isOpen: true, condition: "state = 'new'" },
  { kind: 'message', isOpen: false, condition: "state <> 'new'" },
  { kind: 'review', isOpen: true, condition: 'unseen = 1' },
  { kind: 'review', isOpen: false, condition: 'unseen = 0' },
];

export interface InboxEntry {
  id: string;
  kind: InboxKind;
  isOpen: boolean;
  /** The time at which the item began to wait, or was last changed, in epoch ms. */
  at: number;
}

/**
 * Returns a query for each part of the inbox that the filters and the scope include, with the expression of its column
 * `at`.
 */
export function inboxSources(
  { read }: Pick<ShopDatabase, 'read'>,
  query: Pick<InboxQuery, 'search' | 'kind' | 'state'>,
  { kinds, includesEnded }: InboxScope,
) {
  const state = inboxState(query);
  return PARTS.filter(
    ({ kind, isOpen, isEnded }) =>
      kinds.includes(kind) &&
      (query.kind ?? kind) === kind &&
      (state === 'all' || isOpen === (state === 'open')) &&
      (includesEnded || !isEnded),
  ).map(({ kind, isOpen, condition }) => {
    const { table: name, timeSql } = SOURCES[kind];
    const timeExpression = sql<number>`${sql.raw(timeSql)}`;
    const columns = [sql.lit(kind).as('kind'), timeExpression.as('at'), sql.lit(isOpen ? 1 : 0).as('open')] as const;
    const table = read.selectFrom(name) as SelectQueryBuilder<Tables, InboxTable, object>;
    return {
      kind,
      timeExpression,
      query: table.select(['id', ...columns]).where(sql<boolean>`(${sql.raw(condition)})`),
    };
  });
}
