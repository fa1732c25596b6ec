import { z } from 'zod/mini';
import { listCursor, searchText } from '#lib/primitives/list-query.schema.ts';

/** Invalid filters are ignored, so that an old link still shows customers. */
export const CUSTOMER_QUERY = z.object({
  search: searchText,
  /** Selects only customers who have placed orders, or only those who have placed none. */
  orders: z.catch(z.optional(z.enum(['some', 'none'])), undefined),
  sort: z.catch(z.enum(['newest', 'oldest']), 'newest'),
  /** The position in the list after which the page starts. */
  after: listCursor,
  /** The position in the list before which the page ends. */
  before: listCursor,
});

export type CustomerQuery = z.infer<typeof CUSTOMER_QUERY>;
