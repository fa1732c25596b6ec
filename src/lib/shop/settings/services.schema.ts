import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { paise } from '#lib/platform/content/content-fields.schema.ts';

const MAX_PRICE_PAISE = 1_000_000;
/** Fits on a packing slip. */
export const GIFT_NOTE_MAX_CHARACTERS = 300;

const yesNo = (about: string) => z.boolean('is true or false, without quotes').describe(about);

const servicesSchema = z.strictObject({
  clothCalculator: yesNo('Whether the pages of fabrics link to a form that says how much cloth a garment takes.'),
  childSize: yesNo('Whether the size guide finds a child’s size by height or age.'),
  giftWrap: z.strictObject({
    offered: yesNo('Whether the checkout offers gift wrap.'),
    pricePaise: paise('What it costs for an order, in paise: 4900 is ₹49; 0 for nothing.', MAX_PRICE_PAISE),
    noteCharacters: z
      .int('is a whole number')
      .min(0, 'is 0 or more')
      .max(GIFT_NOTE_MAX_CHARACTERS, `is ${GIFT_NOTE_MAX_CHARACTERS} at most`)
      .describe('How many characters the note in the gift may have; 0 for no note.'),
  }),
});

export type Services = z.infer<typeof servicesSchema>;

export const SERVICES: ContentDocument<Services> = {
  path: 'services',
  format: 'json',
  about: 'What the shop offers besides its goods. Everything is off until you turn it on.',
  schema: servicesSchema,
};
