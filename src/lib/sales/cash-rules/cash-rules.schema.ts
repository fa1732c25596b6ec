import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { paise } from '#lib/platform/content/content-fields.schema.ts';

const count = (about: string) =>
  z.int('must be a whole number').min(0, 'must be 0 or more').max(1_000, 'must be at most 1000').describe(about);

const cashRulesSchema = z.strictObject({
  pincodeParcels: count(
    'The minimum number of cash parcels to a pincode within a year for its share of returns to count; 0 for no such rule.',
  ),
  pincodePercent: z
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(100, 'must be at most 100')
    .describe('If more than this percentage of these parcels came back, the pincode has no cash on delivery.'),
  refusedParcels: count(
    'The number of returned cash parcels within a year after which a customer has to pay online; 0 for no such rule.',
  ),
  returnCostPaise: paise('The cost of a returned parcel, both ways, unless another amount is entered.', 1_000_000),
});

export type CashRules = z.infer<typeof cashRulesSchema>;

export const CASH_RULES: ContentDocument<CashRules> = {
  path: 'cash-rules',
  format: 'json',
  about: 'Where and for whom cash on delivery is not offered, and the cost of a returned parcel.',
  schema: cashRulesSchema,
};
