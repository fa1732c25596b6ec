import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

const SEARCH_MAX_CHARACTERS = 100;

/** The text in the search field of a list; '' if it is too long. */
export const searchText = z.catch(text().check(z.trim(), z.maxLength(SEARCH_MAX_CHARACTERS)), '');

/** The sort value and the id of the row at the end of a page, as `value.id`; undefined if it is invalid. */
export const listCursor = z.catch(z.optional(text().check(z.regex(/^\d{1,15}\.[\w-]{1,60}$/))), undefined);
