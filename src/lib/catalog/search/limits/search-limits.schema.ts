import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';

const MAX_PHRASES = 300;

const phrases = (about: string) => z.array(z.string().trim().min(1).max(60)).max(MAX_PHRASES).describe(about);

const searchLimitsSchema = z.strictObject({
  below: phrases('Words for a maximum price, before or after it: "under", "se kam".'),
  above: phrases('Words for a minimum price, before or after it: "above", "se zyada".'),
  between: phrases('Words before or after two prices: "between".'),
  to: phrases('Words and signs between two prices or ages: "to", "-".'),
  currency: phrases('Words and signs for rupees.'),
  thousand: phrases('Words for a thousand after a number: "k".'),
  years: phrases('Words for years of age after a number.'),
  months: phrases('Words for months of age after a number.'),
  old: phrases('Words without a meaning of their own that follow an age: "old".'),
  measures: phrases('Units that show that a number is not a price: "metre".'),
  size: phrases('Words beside a size: "size".'),
  sizes: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^[^>]+>[^>]+$/, 'Write what people type, ">" and the sizes of your goods, such as "38 > M".'),
    )
    .max(MAX_PHRASES)
    .describe('What people type for the sizes of the goods: "38 > M".'),
});

/** The word lists for parsing prices, ages and sizes in a search term. */
export type LimitWordLists = z.infer<typeof searchLimitsSchema>;

export const SEARCH_LIMITS: ContentDocument<LimitWordLists> = {
  path: 'search-limits',
  format: 'json',
  about: 'Words that set a price, a size or an age in a search.',
  schema: searchLimitsSchema,
};
