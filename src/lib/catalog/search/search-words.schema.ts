import { z } from 'zod';
import {
  MAX_SYNONYM_CHARACTERS,
  parseSynonymLine,
  SYNONYM_LINE,
  synonymText,
} from '#lib/catalog/search/words/synonyms.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';

export const SYNONYM_MESSAGE =
  'Write words that mean the same with commas between them ("frock, dress"), or "pant > trousers, chinos" for one way.';

/** The result is the canonical text of the line, by which the line is identified. */
export const synonymLineSchema = z
  .string()
  .trim()
  .max(MAX_SYNONYM_CHARACTERS, SYNONYM_MESSAGE)
  .regex(SYNONYM_LINE, SYNONYM_MESSAGE)
  .refine((line) => line.includes('>') || line.includes(','), SYNONYM_MESSAGE)
  .transform((line) => parseSynonymLine(line))
  .refine(({ from, to }) => from.length > 0 && to.length > 0, SYNONYM_MESSAGE)
  .transform(synonymText);

const synonymLines = (max: number) => z.array(synonymLineSchema, 'must be a list between [ and ]').max(max);

const searchWordsSchema = z.strictObject({
  synonyms: synonymLines(2_000).describe(
    'Lines of words that find the same goods: "frock, dress", or "pant > trousers, chinos" for one way.',
  ),
  goods: synonymLines(500)
    .default([])
    .describe('Lines like those of "synonyms" for kinds of goods: a search for one shows its goods first.'),
  similar: synonymLines(500)
    .default([])
    .describe('Lines for kinds of goods that a shop may not have, and what it shows instead: "blanket > swaddle".'),
  persons: synonymLines(500)
    .default([])
    .describe('Lines like those of "synonyms" for the people whom goods are for: "men, gents".'),
  ignored: z
    .string()
    .max(4_000)
    .describe('Words that are not searched for, with spaces between them, such as "for with the".'),
  hints: z
    .string()
    .max(2_000)
    .describe(
      'Words that only affect the order: goods with them come first. With spaces between them: "gift birthday".',
    ),
  clothes: z
    .string()
    .max(2_000)
    .default('')
    .describe('Words for cloth that mean clothes next to a person, with spaces between them, such as "kapda".'),
});

export const SEARCH_WORDS: ContentDocument<z.infer<typeof searchWordsSchema>> = {
  path: 'search-words',
  format: 'json',
  about: 'Words that find the same goods, and words that are not searched for.',
  schema: searchWordsSchema,
};

const lineText = z.string().trim().max(MAX_SYNONYM_CHARACTERS);

/** The form for new synonyms: a whole line or, with `from`, the words that a search for `from` should also find. */
export const NEW_SYNONYMS = z
  .object({ from: lineText.optional(), line: lineText.default('') })
  .transform(({ from, line }) => ({ line: from ? `${from} > ${line}` : line }))
  .pipe(z.object({ line: synonymLineSchema }));

/** The form for an existing line, as the list shows it. */
export const LISTED_SYNONYMS = z.object({ line: lineText.default('') });
