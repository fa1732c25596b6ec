import { z } from 'zod/mini';
import { INBOX_KINDS } from '#lib/admin/inbox/inbox.ts';
import { listCursor, searchText } from '#lib/primitives/list-query.schema.ts';

/** Filters that are not understood are ignored, so that an old link still shows the inbox. */
export const INBOX_QUERY = z.object({
  search: searchText,
  kind: z.catch(z.optional(z.enum(INBOX_KINDS)), undefined),
  /** `open`: waits for an answer. `closed`: was answered, closed, or waits for the customer. */
  state: z.catch(z.enum(['open', 'closed', 'all']), 'open'),
  sort: z.catch(z.optional(z.enum(['oldest', 'newest'])), undefined),
  /** The page after, or before, this row. */
  after: listCursor,
  before: listCursor,
});

export type InboxQuery = z.infer<typeof INBOX_QUERY>;

/** What waits begins with the oldest, everything else with the newest. */
export function inboxSort({ sort, state }: Pick<InboxQuery, 'sort' | 'state'>): NonNullable<InboxQuery['sort']> {
  return sort ?? (state === 'open' ? 'oldest' : 'newest');
}

/** A search looks at everything, unless a state is chosen. */
export function inboxState({ search, state }: Pick<InboxQuery, 'search' | 'state'>): InboxQuery['state'] {
  return search && state === 'open' ? 'all' : state;
}
