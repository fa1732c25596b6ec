import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { line } from '#lib/platform/content/content-fields.schema.ts';

const HEADED = ['collections', 'new-arrivals', 'materials', 'top-sellers', 'journal'] as const;
const HOME_PARTS = ['slides', 'features', 'why-us', ...HEADED] as const;

const homeSchema = z.strictObject({
  sections: z
    .array(
      z.strictObject({
        shows: z
          .enum(HOME_PARTS, `is one of ${HOME_PARTS.join(', ')}`)
          .describe(`What it shows: ${HOME_PARTS.join(', ')}.`),
        heading: line('The heading above it; slides, features and why-us have none here.', 60).optional(),
      }),
      'is a list between [ and ]',
    )
    .describe('The parts of the home page from above; what is not listed is not shown.'),
});

export const HOME: ContentDocument<z.infer<typeof homeSchema>> = {
  path: 'home',
  format: 'json',
  about: 'Which parts the home page has, in which order, under which headings.',
  schema: homeSchema,
  check({ sections }) {
    const shown = sections.map(({ shows }) => shows);
    const twice = shown.findIndex((name, at) => shown.indexOf(name) < at);
    const needsHeading = new Set<string>(HEADED);
    return [
      ...(shown.includes('slides')
        ? []
        : [{ field: ['sections'], message: 'slides are missing, with the page’s heading' }]),
      ...(twice >= 0 ? [{ field: ['sections', twice, 'shows'], message: `${shown[twice]} is already above` }] : []),
      ...sections.flatMap(({ shows, heading }, at) => {
        if (needsHeading.has(shows) === (heading !== undefined)) return [];
        const message = heading === undefined ? `${shows} needs a heading` : `${shows} has no heading here`;
        return [{ field: ['sections', at, 'heading'], message }];
      }),
    ];
  },
};
