import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { paise } from '#lib/platform/content/content-fields.schema.ts';

const percent = (about: string, max: number) =>
  z
    .int('must be a whole number of per cent, without quotes and %')
    .min(0, 'must be 0 or more')
    .max(max, `must be at most ${max}`)
    .describe(about);

const paymentSchema = z.strictObject({
  codToOnline: z
    .boolean('must be true or false, without quotes')
    .describe('Whether customers may pay a cash order online until it is shipped.'),
  prepaidDiscount: z.strictObject({
    percent: percent('The discount on the goods of orders that are paid online; 0 for none.', 90),
    maximumPaise: paise('The maximum amount of a percentage discount, in paise; 0 for no limit.', 10_000_000),
    amountPaise: paise('A fixed discount instead of a percentage, in paise; 0 for none.', 10_000_000),
  }),
  advance: z.strictObject({
    of: z
      .enum(['none', 'delivery', 'percent'], 'must be "none", "delivery" or "percent"')
      .describe('The part that is paid online before a cash order is placed.'),
    percent: percent('The share of the total, if the advance is a percentage.', 90),
    fromPaise: paise('The total from which cash orders need an advance, in paise; 0 for all.'),
  }),
});

export type PaymentTerms = z.infer<typeof paymentSchema>;

export const PAYMENT_TERMS: ContentDocument<PaymentTerms> = {
  path: 'payment',
  format: 'json',
  about: 'The discount for paying online, paying cash orders online, and advances.',
  schema: paymentSchema,
  check: ({ prepaidDiscount, advance }) => [
    ...(prepaidDiscount.percent > 0 && prepaidDiscount.amountPaise > 0
      ? [
          {
            field: ['prepaidDiscount', 'amountPaise'],
            message: 'must be 0 if there is a percentage: only one of them applies',
          },
        ]
      : []),
    ...(advance.of === 'percent' && advance.percent === 0
      ? [{ field: ['advance', 'percent'], message: 'must be more than 0 if the advance is a percentage' }]
      : []),
  ],
};
