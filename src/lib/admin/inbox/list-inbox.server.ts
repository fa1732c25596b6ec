import { sql } from 'kysely';
import type { InboxScope } from '#lib/admin/inbox/inbox.ts';
import { type InboxQuery, inboxSort } from '#lib/admin/inbox/inbox-query.schema.ts';
import { type InboxRow, inboxRows } from '#lib/admin/inbox/inbox-rows.server.ts';
import { findCustomersAndOrders, matchingItemIds, type SearchMatches } from '#lib/admin/inbox/inbox-search.server.ts';
import { type InboxEntry, inboxSources } from '#lib/admin/inbox/inbox-sources.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import {
  type KeysetPage,
  type KeysetSort,
  keysetPageOf,
  sortedAfterCursor,
} from '#lib/platform/db/keyset-page.server.ts';

export const INBOX_PAGE_SIZE = 50;
const MIN_SEARCH_CHARACTERS = 2;

type ReadDatabase = Pick<ShopDatabase, 'read' | 'engine'>;

/**
 * Returns one page of tickets, exchanges, messages and reviews, sorted by the time at which they began to wait or were
 * last changed. Returns no rows for a search of fewer than two characters.
 */
export async function listInbox(
  db: ReadDatabase,
  query: InboxQuery,
  scope: InboxScope,
  size = INBOX_PAGE_SIZE,
): Promise<KeysetPage<InboxRow>> {
  const { after, before, search } = query;
  if (search && search.length < MIN_SEARCH_CHARACTERS) return { rows: [], next: undefined, previous: undefined };
  const matches = search ? await findCustomersAndOrders(db, search) : undefined;
  const direction = inboxSort(query) === 'oldest' ? 'asc' : 'desc';
  const options = { sort: { column: 'at', direction }, size, after, before } as const;
  const page = await keysetPageOf(
    (sort, cursor, limit) => readEntries(db, query, scope, matches, { sort, cursor, limit }),
    options,
  );
  return { ...page, rows: await inboxRows(db, page.rows) };
}

/** Returns the first entries after the cursor. The database merges them from all parts of the inbox. */
async function readEntries(
  db: ReadDatabase,
  query: InboxQuery,
  scope: InboxScope,
  matches: SearchMatches | undefined,
  { sort, cursor, limit }: { sort: KeysetSort; cursor: string | undefined; limit: number },
): Promise<InboxEntry[]> {
  const [firstPart, ...otherParts] = inboxSources(db, query, scope).map(
    ({ kind, query: part, timeExpression }, index) => {
      const matchingRows = matches
        ? part.where(sql<boolean>`id in (${matchingItemIds(db, kind, query.search, matches)})`)
        : part;
      const sortedRows = sortedAfterCursor(matchingRows, { ...sort, expression: timeExpression }, cursor).limit(limit);
      return db.read.selectFrom(sortedRows.as(`part${index}`)).select(['id', 'kind', 'at', 'open']);
    },
  );
  if (!firstPart) return [];
  const mergedParts = otherParts.reduce((merged, part) => merged.unionAll(part), firstPart);
  const rows = await mergedParts.orderBy('at', sort.direction).orderBy('id', sort.direction).limit(limit).execute();
  return rows.map(({ id, kind, at, open }) => ({ id, kind: kind as InboxEntry['kind'], at, isOpen: open === 1 }));
}
