import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line, listOf, paise } from '#lib/platform/content/content-fields.schema.ts';

const days = z
  .tuple(
    [z.int('must be a whole number').min(0), z.int('must be a whole number').min(0)],
    'must be two whole numbers, such as [4, 8]',
  )
  .refine(([min, max]) => min <= max, 'must begin with the smaller number')
  .refine(([, max]) => max <= 90, 'must be at most 90 days')
  .describe('The fewest and the most business days, such as [4, 8].');

const zone = z.strictObject({
  name: line('A name for your own use, such as South India.', 60),
  prefixes: listOf(
    z
      .string('must be digits in quotes')
      .regex(
        /^\d{0,6}$/,
        'must be the first digits of a pincode in quotes, at most six, or empty for the rest of India',
      ),
    'The first digits of its pincodes; the longest match applies, and an empty prefix means the rest of India.',
    1,
    2_000,
  ),
  pricePaise: paise('The price of delivery, in paise: 7900 is ₹79.', 1_000_000),
  days,
  cod: z.boolean('must be true or false, without quotes').describe('Whether cash on delivery is available there.'),
  codFeePaise: paise('The fee for cash on delivery, in paise; 0 for none.', 1_000_000),
});

const deliverySchema = z.strictObject({
  freeFromPaise: paise('The price of the goods from which delivery is free, in paise: 99900 is ₹999.'),
  codMaximumPaise: paise('The highest total for cash on delivery, in paise.'),
  zones: listOf(zone, 'Zones, each with its pincodes, price and days.', 1, 200),
});

export type DeliveryPrices = z.infer<typeof deliverySchema>;

export const DELIVERY: ContentDocument<DeliveryPrices> = {
  path: 'delivery',
  format: 'json',
  about: 'The price and duration of delivery, by pincode.',
  schema: deliverySchema,
  check: ({ zones }) => [...restZoneErrors(zones), ...duplicatePrefixErrors(zones)],
};

function restZoneErrors(zones: DeliveryPrices['zones']) {
  if (zones.some(({ prefixes }) => prefixes.includes(''))) return [];
  const message = 'no zone is for the rest of India: one zone must have an empty prefix, for pincodes in no other zone';
  return [{ field: ['zones'], message }];
}

/** Returns an error for each repeated prefix, because the price would be ambiguous. */
function duplicatePrefixErrors(zones: DeliveryPrices['zones']) {
  const zoneOfPrefix = new Map<string, string>();
  return zones.flatMap(({ name, prefixes }, zoneIndex) =>
    prefixes.flatMap((prefix, index) => {
      const otherZone = zoneOfPrefix.get(prefix);
      zoneOfPrefix.set(prefix, name);
      if (otherZone === undefined) return [];
      return [
        { field: ['zones', zoneIndex, 'prefixes', index], message: `"${prefix}" is already in the zone ${otherZone}` },
      ];
    }),
  );
}
