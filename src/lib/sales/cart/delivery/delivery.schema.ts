import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line, listOf, paise } from '#lib/platform/content/content-fields.schema.ts';

const days = z
  .tuple([z.int('is a whole number').min(0), z.int('is a whole number').min(0)], 'is two whole numbers, such as [4, 8]')
  .refine(([fewest, max]) => fewest <= max, 'begins with the smaller number')
  .refine(([, max]) => max <= 90, 'is 90 days at most')
  .describe('The fewest and the most business days, such as [4, 8].');

const zone = z.strictObject({
  name: line('A name for yourself, such as South India.', 60),
  prefixes: listOf(
    z
      .string('is digits in quotes')
      .regex(/^\d{0,6}$/, 'is up to six digits of a pincode in quotes; "" is all of India'),
    'How its pincodes begin; the longest match wins, and "" is the rest of India.',
    1,
    2_000,
  ),
  pricePaise: paise('What delivery costs, in paise: 7900 is ₹79.', 1_000_000),
  days,
  cod: z.boolean('is true or false, without quotes').describe('Whether cash on delivery is possible there.'),
  codFeePaise: paise('What it costs more, in paise; 0 for nothing.', 1_000_000),
});

const deliverySchema = z.strictObject({
  freeFromPaise: paise('From what sum of goods on delivery is free, in paise: 99900 is ₹999.'),
  codMaximumPaise: paise('Up to what total cash on delivery is possible, in paise.'),
  zones: listOf(zone, 'Zones, each with its pincodes, price and days.', 1, 200),
});

export type DeliveryPrices = z.infer<typeof deliverySchema>;

export const DELIVERY: ContentDocument<DeliveryPrices> = {
  path: 'delivery',
  format: 'json',
  about: 'What delivery costs and how long it takes, by pincode.',
  schema: deliverySchema,
  check: ({ zones }) => [...withoutRest(zones), ...doubledPrefixes(zones)],
};

function withoutRest(zones: DeliveryPrices['zones']) {
  if (zones.some(({ prefixes }) => prefixes.includes(''))) return [];
  const message = 'no zone is for the rest of India: one has the prefix "", and takes what no other zone has';
  return [{ field: ['zones'], message }];
}

/** A prefix in two zones would make the price ambiguous. */
function doubledPrefixes(zones: DeliveryPrices['zones']) {
  const seen = new Map<string, string>();
  return zones.flatMap(({ name, prefixes }, at) =>
    prefixes.flatMap((prefix, index) => {
      const other = seen.get(prefix);
      seen.set(prefix, name);
      if (other === undefined) return [];
      return [{ field: ['zones', at, 'prefixes', index], message: `"${prefix}" is already in the zone ${other}` }];
    }),
  );
}
