import { z } from 'zod/mini';
import { QUERY_MAX_CHARACTERS } from '#lib/admin/views/list-url.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** The form of `ExportList.astro`: the query parameters of the list's URL. */
export const EXPORT_REQUEST = z.object({ query: z._default(text().check(z.maxLength(QUERY_MAX_CHARACTERS)), '') });
