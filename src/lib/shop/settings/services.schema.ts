import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';

const yesNo = (about: string) => z.boolean('is true or false, without quotes').describe(about);

const servicesSchema = z.strictObject({
  clothCalculator: yesNo('Whether the pages of fabrics link to a form that says how much cloth a garment takes.'),
  childSize: yesNo('Whether the size guide finds a child’s size by height or age.'),
});

export type Services = z.infer<typeof servicesSchema>;

export const SERVICES: ContentDocument<Services> = {
  path: 'services',
  format: 'json',
  about: 'What the shop offers besides its goods. Everything is off until you turn it on.',
  schema: servicesSchema,
};
