import { z } from 'zod/mini';
import { INBOX_KINDS } from '#lib/admin/inbox/inbox.ts';
import { listCursor, searchText } from '#lib/primitives/list-query.schema.ts';

/** Invalid filters are ignored, so that an old link still shows the inbox. */
export const INBOX_QUERY = z.object({
  search: searchText,
  kind: z.catch(z.optional(z.enum(INBOX_KINDS)), undefined),
  /** `open` items need action by staff; `closed` items are all others, for example answered tickets. */
  state: z.catch(z.enum(['open', 'closed', 'all']), 'open'),
  sort: z.catch(z.optional(z.enum(['oldest', 'newest'])), undefined),
  /** The cursor of the last row of the previous page. */
  after: listCursor,
  /** The cursor of the first row of the next page. */
  before: listCursor,
});

export type InboxQuery = z.infer<typeof INBOX_QUERY>;

/** Returns the sort order: by default, oldest first if `state` is `open`, even in a search; otherwise, newest first. */
export function inboxSort({ sort, state }: Pick<InboxQuery, 'sort' | 'state'>): NonNullable<InboxQuery['sort']> {
  return sort ?? (state === 'open' ? 'oldest' : 'newest');
}

/** Returns the state to filter by. A search includes every state, unless `closed` is chosen. */
export function inboxState({ search, state }: Pick<InboxQuery, 'search' | 'state'>): InboxQuery['state'] {
  return search && state === 'open' ? 'all' : state;
}
