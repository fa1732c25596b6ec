import { z } from 'zod/mini';
import { isSearchable, SEARCH_MAX_CHARACTERS } from '#lib/catalog/search/search.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import { text } from '#lib/primitives/text.schema.ts';

const MAX_CHARACTERS = 300;
const TERM_MISSING = 'Enter what shoppers type, at least three letters.';
const TO_MISSING = 'Enter where the search leads.';
const TO_TOO_LONG = `Enter at most ${MAX_CHARACTERS} characters.`;

export const SEARCH_REDIRECT = z.object({
  term: text(TERM_MISSING).check(
    z.trim(),
    z.maxLength(SEARCH_MAX_CHARACTERS, `Enter at most ${SEARCH_MAX_CHARACTERS} characters.`),
    z.refine((term) => isSearchable(term) && wordsOf(term).length > 0, TERM_MISSING),
  ),
  to: text(TO_MISSING).check(z.trim(), z.minLength(1, TO_MISSING), z.maxLength(MAX_CHARACTERS, TO_TOO_LONG)),
});

export const REDIRECT_TERM = z.object({ term: text().check(z.maxLength(MAX_CHARACTERS)) });
