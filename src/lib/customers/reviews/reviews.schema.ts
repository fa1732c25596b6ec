import { z } from 'zod/mini';
import { FITS, REVIEW_MESSAGES as MESSAGES, SUMMARY_MAX_CHARACTERS } from '#lib/customers/reviews/reviews.ts';
import { text } from '#lib/primitives/text.schema.ts';

/** Converts digits to a number, because plain forms send numbers as text. */
const digitsAsNumber = z.transform((value: unknown) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
);
const emptyAsAbsent = z.transform((value: unknown) => (value === '' || value === null ? undefined : value));

export const reviewSchema = z.object({
  rating: z.pipe(
    digitsAsNumber,
    z
      .number(MESSAGES.ratingRequired)
      .check(z.int(MESSAGES.ratingRequired), z.gte(1, MESSAGES.ratingRequired), z.lte(5, MESSAGES.ratingRequired)),
  ),
  summary: text(MESSAGES.summaryRequired).check(
    z.trim(),
    z.minLength(1, MESSAGES.summaryRequired),
    z.maxLength(SUMMARY_MAX_CHARACTERS, MESSAGES.summaryLong),
  ),
  product: z.pipe(
    digitsAsNumber,
    z.union([z.int(), text().check(z.trim(), z.minLength(1), z.maxLength(200))], 'Which product is it?'),
  ),
  fit: z.pipe(emptyAsAbsent, z.optional(z.enum(FITS))),
});

export const reviewIdSchema = z.object({ id: text().check(z.maxLength(100)) });

export const ownReviewSchema = z.object({ product: z.pipe(digitsAsNumber, z.int()) });
