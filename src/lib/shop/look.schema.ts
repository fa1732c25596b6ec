import { z } from 'zod';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { color, picture } from '#lib/platform/content/content-fields.schema.ts';
import { contrast, isReadable } from '#lib/shop/contrast.ts';

const lookSchema = z.strictObject({
  colors: z.strictObject({
    ground: color('Behind everything.'),
    cloth: color('Behind what stands out a little, such as the footer.'),
    line: color('Thin lines.'),
    ink: color('Texts.'),
    soft: color('Less important texts.'),
    indigo: color('Buttons, links and the line above the header.'),
    'indigo-deep': color('Buttons under a finger or pointer.'),
    madder: color('Reduced prices, warnings and the count at the cart.'),
    turmeric: color('Small accents.'),
    leaf: color('What went well.'),
  }),
  headings: z.enum(['serif', 'sans'], 'is "serif" or "sans"').describe('The letters of headings: "serif" or "sans".'),
  logo: picture(
    'A picture instead of the drawing beside the name, such as brand/logo.png; null for the drawing.',
  ).nullable(),
  icon: picture('A square picture for tabs, home screens and shared links; null for the drawing.').nullable(),
});

export type Look = z.infer<typeof lookSchema>;
type Color = keyof Look['colors'];

/** What is written on what. */
const TEXTS: readonly [text: Color, ground: Color | 'white'][] = [
  ...(['ink', 'soft', 'indigo', 'madder'] as const).flatMap((text) =>
    (['ground', 'cloth', 'white'] as const).map((ground): [Color, Color | 'white'] => [text, ground]),
  ),
  ['indigo-deep', 'white'],
  ['leaf', 'white'],
  ['ink', 'turmeric'],
];

export const LOOK: ContentDocument<Look> = {
  path: 'look',
  format: 'json',
  about: 'Colours, letters, logo and icon.',
  schema: lookSchema,
  check: ({ colors, logo, icon }, { hasPicture }) => [
    ...TEXTS.flatMap(([text, ground]) => {
      const [front, behind] = [colors[text], ground === 'white' ? '#ffffff' : colors[ground]];
      if (isReadable(front, behind)) return [];
      const found = contrast(front, behind).toFixed(1);
      const message = `can’t be read well on ${ground} (${behind}): the contrast is ${found} to 1, and 4.5 is wanted`;
      return [{ field: ['colors', text], message }];
    }),
    ...Object.entries({ logo, icon }).flatMap(([field, name]) =>
      name === null || hasPicture(name)
        ? []
        : [{ field: [field], message: `there is no picture ${name}; import it as pictures/${name}` }],
    ),
  ],
};
