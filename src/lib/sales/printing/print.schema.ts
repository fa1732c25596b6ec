import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';

export const PRINT_KINDS = ['pick', 'slips', 'labels', 'invoices'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

/** An invalid value is replaced by the default, so that an old link still opens the page. */
export const PRINT_REQUEST = z.object({
  what: z.catch(z.array(z.enum(PRINT_KINDS)), []),
  sheet: z.catch(z.enum(['a4', '4x6']), 'a4'),
});

export const LABEL_MAX_COUNT = 500;

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
        const separator = line.lastIndexOf(' ');
        const count = line.slice(separator + 1);
        return separator > 0 && /^\d{1,3}$/.test(count)
          ? { name: line.slice(0, separator).trim(), count: Number(count) }
          : { name: line, count: 1 };
      }),
  ),
);
