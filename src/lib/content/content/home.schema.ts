import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line } from '#lib/platform/content/content-fields.schema.ts';

const PARTS_WITH_HEADING = ['collections', 'new-arrivals', 'materials', 'top-sellers', 'journal'] as const;
const HOME_PARTS = ['slides', 'features', 'why-us', ...PARTS_WITH_HEADING] as const;

const homeSchema = z.strictObject({
  sections: z
    .array(
      z.strictObject({
        shows: z
          .enum(HOME_PARTS, `must be one of ${HOME_PARTS.join(', ')}`)
          .describe(`What it shows: ${HOME_PARTS.join(', ')}.`),
        heading: line('The heading above it; slides, features and why-us have none here.', 60).optional(),
      }),
      'must be a list between [ and ]',
    )
    .describe('The parts of the home page, from the top; what is not listed is not shown.'),
});

export const HOME: ContentDocument<z.infer<typeof homeSchema>> = {
  path: 'home',
  format: 'json',
  about: 'The parts of the home page, their order and their headings.',
  schema: homeSchema,
  check({ sections }) {
    const shownParts = sections.map(({ shows }) => shows);
    const duplicateIndex = shownParts.findIndex((name, index) => shownParts.indexOf(name) < index);
    const partsWithHeading = new Set<string>(PARTS_WITH_HEADING);
    return [
      ...(shownParts.includes('slides')
        ? []
        : [{ field: ['sections'], message: 'slides are missing; they contain the page’s heading' }]),
      ...(duplicateIndex >= 0
        ? [{ field: ['sections', duplicateIndex, 'shows'], message: `${shownParts[duplicateIndex]} is already above` }]
        : []),
      ...sections.flatMap(({ shows, heading }, index) => {
        if (partsWithHeading.has(shows) === (heading !== undefined)) return [];
        const message = heading === undefined ? `${shows} needs a heading` : `${shows} has no heading here`;
        return [{ field: ['sections', index, 'heading'], message }];
      }),
    ];
  },
};
