import { z } from 'zod';
import { synonymLine } from '#lib/catalog/search/search-words.schema.ts';
import { MAX_SYNONYM_CHARACTERS } from '#lib/catalog/search/words/synonyms.ts';

const lineText = z.string().trim().max(MAX_SYNONYM_CHARACTERS);

/** A line, or the words that a search for `from` should find. */
export const NEW_SYNONYMS = z
  .object({ from: lineText.optional(), line: lineText.default('') })
  .transform(({ from, line }) => ({ line: from ? `${from} > ${line}` : line }))
  .pipe(z.object({ line: synonymLine }));

/** A line as the list shows it. */
export const LISTED_SYNONYMS = z.object({ line: lineText.default('') });
