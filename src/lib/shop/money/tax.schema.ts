import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { listOf, optionalLine, paise } from '#lib/platform/content/content-fields.schema.ts';

const basisPoints = (about: string) =>
  z
    .int('must be a whole number of hundredths of a per cent, without quotes and %: 500 is 5 %')
    .min(0, 'must be 0 or more')
    .max(10_000, 'must be at most 10000 (100 %)')
    .describe(about);

const rateSchema = z
  .strictObject({
    hsn: z
      .string('must be digits in quotes')
      .regex(
        /^(?:\d{2}|\d{4}|\d{6}|\d{8})?$/,
        'must be 2, 4, 6 or 8 digits in quotes, or empty for goods without an HSN',
      )
      .describe('The beginning of the HSN; the longest match applies.'),
    from: z.iso
      .date('must be a day as year-month-day, such as 2025-09-22')
      .describe('The first day on which the rate applies.'),
    rateBp: basisPoints('The rate in hundredths of a per cent: 500 is 5 %.'),
    upToPaise: paise('The price of one piece, tax included, up to which the rate applies.').optional(),
    rateAboveBp: basisPoints('The rate of goods above that price, in hundredths of a per cent.').optional(),
  })
  .refine(({ upToPaise, rateAboveBp }) => (upToPaise === undefined) === (rateAboveBp === undefined), {
    error: 'needs upToPaise and rateAboveBp together, or neither',
  });

const taxSchema = z.strictObject({
  about: optionalLine('A note for yourself.', 600).optional(),
  rates: listOf(
    rateSchema,
    'Rates of GST by HSN and day. Keep old rates: earlier orders were taxed by them.',
    1,
    2_000,
  ),
});

export const TAX_RATES: ContentDocument<z.infer<typeof taxSchema>> = {
  path: 'gst-rates',
  format: 'json',
  about: 'Rates of GST by HSN, price and day.',
  schema: taxSchema,
  check({ rates }) {
    const seenKeys = new Set<string>();
    const duplicates = rates.flatMap(({ hsn, from }, index) => {
      const key = `${hsn} ${from}`;
      const isDuplicate = seenKeys.has(key);
      seenKeys.add(key);
      return isDuplicate
        ? [{ field: ['rates', index], message: `a rate for "${hsn}" from ${from} is already above` }]
        : [];
    });
    const hasDefault = rates.some(({ hsn }) => hsn === '');
    const message = 'there is no rate for goods without an HSN: add a rate with an empty hsn';
    return hasDefault ? duplicates : [...duplicates, { field: ['rates'], message }];
  },
};
