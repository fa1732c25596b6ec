import { z } from 'zod/mini';
import { ID_AND_VERSION, idsField } from '#lib/catalog/admin/form-fields.schema.ts';
import { timeOfIndianField } from '#lib/primitives/indian-time.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

const MAX_CHARACTERS = 100;
const NO_TIME = 'Enter a day and a time, such as 1 December 2026, 10:00.';
const END_NOT_AFTER_START = 'The end must be after the start.';

/** A day and time in India as epoch ms, or null if the field is empty. */
const timeSchema = z
  ._default(
    z.pipe(
      text().check(z.maxLength(MAX_CHARACTERS)),
      z.transform((input) => (input === '' ? null : timeOfIndianField(input))),
    ),
    null,
  )
  .check(z.refine((at) => at === null || Number.isSafeInteger(at), NO_TIME));

export const SALE_TIMES = { starts_at: timeSchema, ends_at: timeSchema };

export function startsBeforeEnd({ starts_at, ends_at }: { starts_at: number | null; ends_at: number | null }): boolean {
  return starts_at === null || ends_at === null || starts_at < ends_at;
}

export const TIMES_PROBLEM = { error: END_NOT_AFTER_START, path: ['ends_at'] };

/**
 * The form for the sale of a product. `sale[]` has the sale price of each variant in `variant[]`, or an empty string
 * for a variant that is not on sale.
 */
export const SALE_FORM = z.pipe(
  z
    .object({
      ...ID_AND_VERSION,
      'variant[]': idsField,
      'sale[]': oneOrMore(text().check(z.trim(), z.maxLength(MAX_CHARACTERS))),
      ...SALE_TIMES,
    })
    .check(z.refine(startsBeforeEnd, TIMES_PROBLEM)),
  z.transform(
    ({ starts_at: startsAt, ends_at: endsAt, 'variant[]': variantIds, 'sale[]': salePrices, ...idAndVersion }) => ({
      ...idAndVersion,
      startsAt,
      endsAt,
      variantIds,
      salePrices,
    }),
  ),
);

export type SaleForm = z.infer<typeof SALE_FORM>;
