import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line, listOf, paragraph, slug } from '#lib/platform/content/content-fields.schema.ts';

const outfit = z.strictObject({
  slug: slug('The end of the outfit’s URL, such as mela-day.'),
  name: line('The name of the outfit.', 60),
  text: paragraph('One or two sentences about the outfit.', 400),
  parts: listOf(slug('The end of a product’s URL.'), 'The products of the outfit, sold by the piece.', 2, 5),
  percentOff: z
    .int('must be a whole number of per cent')
    .min(0, 'must be 0 or more')
    .max(90, 'must be at most 90')
    .describe('The discount on the parts together, in per cent.'),
});

const outfitsSchema = z
  .array(outfit, 'must be a list between [ and ]')
  .max(50, 'must have at most 50 outfits')
  .describe('Outfits. An outfit with a part that is not for sale is not shown.');

export type Outfit = z.infer<typeof outfit>;

export const OUTFITS: ContentDocument<Outfit[]> = {
  path: 'outfits',
  format: 'json',
  about: 'Products that are offered together for less than the sum of their prices.',
  schema: outfitsSchema,
  check: (outfits) =>
    outfits.flatMap(({ slug, parts }, outfitIndex) => [
      ...(outfits.findIndex((other) => other.slug === slug) < outfitIndex
        ? [{ field: [outfitIndex, 'slug'], message: `another outfit has the slug ${slug}` }]
        : []),
      ...parts.flatMap((part, partIndex) =>
        parts.indexOf(part) < partIndex
          ? [{ field: [outfitIndex, 'parts', partIndex], message: `${part} is already a part of the outfit` }]
          : [],
      ),
    ]),
};
