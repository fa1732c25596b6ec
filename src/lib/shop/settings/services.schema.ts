import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { listOf, paise, slug } from '#lib/platform/content/content-fields.schema.ts';
import { GIFT_NOTE_MAX_CHARACTERS } from '#lib/shop/settings/service-limits.ts';

const MAX_PRICE_PAISE = 1_000_000;

const yesNo = (about: string) => z.boolean('must be true or false, without quotes').describe(about);

const servicesSchema = z.strictObject({
  clothCalculator: yesNo('Whether the pages of fabrics link to a form that calculates how much cloth a garment needs.'),
  childSize: yesNo('Whether the size guide finds a child’s size by height or age.'),
  giftWrap: z.strictObject({
    offered: yesNo('Whether the checkout offers gift wrap.'),
    pricePaise: paise('The price for an order, in paise: 4900 is ₹49; 0 if it is free.', MAX_PRICE_PAISE),
    noteCharacters: z
      .int('must be a whole number')
      .min(0, 'must be 0 or more')
      .max(GIFT_NOTE_MAX_CHARACTERS, `must be at most ${GIFT_NOTE_MAX_CHARACTERS}`)
      .describe('The maximum length of the note in the gift; 0 for no note.'),
  }),
  swatches: z.strictObject({
    offered: yesNo('Whether swatches of fabrics can be ordered.'),
    pricePaise: paise('The price of a set of five, in paise: 9900 is ₹99; 0 if it is free.', MAX_PRICE_PAISE),
    lengthCm: z
      .int('must be a whole number of centimetres')
      .min(1, 'must be 1 or more')
      .max(50, 'must be at most 50')
      .describe('The length of a swatch in centimetres.'),
    creditDays: z
      .int('must be a whole number of days')
      .min(0, 'must be 0 or more')
      .max(365, 'must be at most 365')
      .describe(
        'The number of days for which the coupon that refunds the price of the swatches is valid; 0 for no coupon.',
      ),
    without: listOf(slug('The last part of a fabric’s URL.'), 'Fabrics without swatches.', 0, 300),
  }),
});

export type Services = z.infer<typeof servicesSchema>;

export const SERVICES: ContentDocument<Services> = {
  path: 'services',
  format: 'json',
  about: 'Services that the shop offers besides its goods. Everything is off until you turn it on.',
  schema: servicesSchema,
};
