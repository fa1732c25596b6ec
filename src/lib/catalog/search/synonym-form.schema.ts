import { z } from 'zod';
import { synonymLineSchema } from '#lib/catalog/search/search-words.schema.ts';
import { MAX_SYNONYM_CHARACTERS } from '#lib/catalog/search/words/synonyms.ts';

const lineText = z.string().trim().max(MAX_SYNONYM_CHARACTERS);

/** The form for new synonyms: a whole line or, with `from`, the words that a search for `from` should also find. */
export const NEW_SYNONYMS = z
  .object({ from: lineText.optional(), line: lineText.default('') })
  .transform(({ from, line }) => ({ line: from ? `${from} > ${line}` : line }))
  .pipe(z.object({ line: synonymLineSchema }));

/** The form for an existing line, as the list shows it. */
export const LISTED_SYNONYMS = z.object({ line: lineText.default('') });
