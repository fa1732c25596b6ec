import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const SEARCH_MAX_CHARACTERS = 100;

/** The schema of the text in the search field of a list. Its output is '' if the text is too long. */
export const searchText = z.catch(text().check(z.trim(), z.maxLength(SEARCH_MAX_CHARACTERS)), '');

/** The schema of `value.id`, the sort value and id of a row in a list. Its output is undefined if this is invalid. */
export const listCursor = z.catch(z.optional(text().check(z.regex(/^\d{1,15}\.[\w-]{1,60}$/))), undefined);
