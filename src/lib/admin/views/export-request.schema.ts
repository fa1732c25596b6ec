import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const QUERY_MAX_CHARACTERS = 1_000;

/** The form of `ExportList.astro`: the parameters of the list's address. */
export const EXPORT_REQUEST = z.object({ query: z._default(text().check(z.maxLength(QUERY_MAX_CHARACTERS)), '') });
