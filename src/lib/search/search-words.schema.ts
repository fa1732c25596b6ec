import { z } from 'zod';
import { parseSynonymLine, SYNONYM_CHARACTERS, SYNONYM_LINE, synonymText } from '#lib/search/synonyms.ts';

export const SYNONYM_MESSAGE =
  'Write words that mean the same with commas between them ("frock, dress"), or "pant > trousers, chinos" for one way.';

/** In the one spelling that it is kept and known by. */
export const synonymLine = z
  .string()
  .trim()
  .max(SYNONYM_CHARACTERS, SYNONYM_MESSAGE)
  .regex(SYNONYM_LINE, SYNONYM_MESSAGE)
  .refine((line) => line.includes('>') || line.includes(','), SYNONYM_MESSAGE)
  .transform((line) => parseSynonymLine(line))
  .refine(({ asked, found }) => asked.length > 0 && found.length > 0, SYNONYM_MESSAGE)
  .transform(synonymText);

/** src/content/search-words.json. */
export const searchWordsSchema = z.object({
  ignored: z.string(),
  synonyms: z.array(synonymLine),
});
