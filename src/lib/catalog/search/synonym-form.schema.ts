import { z } from 'zod';
import { synonymLine } from '#lib/catalog/search/search-words.schema.ts';
import { SYNONYM_CHARACTERS } from '#lib/catalog/search/words/synonyms.ts';

const typed = z.string().trim().max(SYNONYM_CHARACTERS);

/** A line, or the words that a search for `from` is to find. */
export const NEW_SYNONYMS = z
  .object({ from: typed.optional(), line: typed.default('') })
  .transform(({ from, line }) => ({ line: from ? `${from} > ${line}` : line }))
  .pipe(z.object({ line: synonymLine }));

/** A line as the list shows it. */
export const LISTED_SYNONYMS = z.object({ line: typed.default('') });
