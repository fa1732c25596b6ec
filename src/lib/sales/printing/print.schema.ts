import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

export const PRINT_KINDS = ['pick', 'slips', 'labels', 'invoices'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

/** An invalid value is replaced by the default, so that an old link still opens the page. */
export const PRINT_REQUEST = z.object({
  what: z.catch(z.array(z.enum(PRINT_KINDS)), []),
  sheet: z.catch(z.enum(['a4', '4x6']), 'a4'),
});

/** The maximum number of product labels in one PDF. */
export const MAX_LABELS = 500;

/**
 * Lines such as `TK-M 5`. Each line contains the slug of a product, or the SKU or id of a variant, and the number of
 * labels, by default 1.
 */
export const LABEL_LINES = z.pipe(
  z.catch(text().check(z.maxLength(5_000)), ''),
  z.transform((lines) =>
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line) => {
        const separatorIndex = line.lastIndexOf(' ');
        const lastWord = line.slice(separatorIndex + 1);
        return separatorIndex > 0 && /^\d{1,3}$/.test(lastWord)
          ? { name: line.slice(0, separatorIndex).trim(), count: Number(lastWord) }
          : { name: line, count: 1 };
      }),
  ),
);
