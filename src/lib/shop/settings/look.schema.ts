import { z } from 'zod';
import type { ContentDocument, FieldProblem } from '#lib/platform/content/content-document.ts';
import { color, font, listOf, picture } from '#lib/platform/content/content-fields.schema.ts';

const lookSchema = z.strictObject({
  colors: z.strictObject({
    ground: color('The background of pages.'),
    cloth: color('Background of areas that stand out slightly, such as the footer.'),
    line: color('Thin lines.'),
    ink: color('Text.'),
    soft: color('Less important text.'),
    indigo: color('Buttons, links and the line above the header.'),
    'indigo-deep': color('Buttons when hovered or pressed.'),
    madder: color('Reduced prices, warnings and the number of items in the cart.'),
    turmeric: color('Small accents.'),
    leaf: color('Success messages.'),
  }),
  headings: z
    .enum(['serif', 'sans'], 'must be "serif" or "sans"')
    .describe('The typeface of headings: "serif" or "sans".'),
  fonts: z.strictObject({
    texts: listOf(
      font('A file in fonts, such as kora-regular.woff2.'),
      'Your fonts for text; empty for the system font.',
      0,
      2,
    ),
    headings: listOf(
      font('A file in fonts, such as kora-bold.woff2.'),
      'Your fonts for headings; empty for the typeface in "headings".',
      0,
      2,
    ),
  }),
  logo: picture(
    'A picture or SVG instead of the drawing beside the name, such as brand/logo.svg; null for the drawing.',
  ).nullable(),
  icon: picture('A square picture for tabs, home screens and shared links; null for the drawing.').nullable(),
});

export type Look = z.infer<typeof lookSchema>;
/** The maximum number of font files. It is low, because a page looks right only when all its fonts are loaded. */
const MAX_FONTS = 3;

/** The minimum contrast for text of normal size at level AA of WCAG. */
const MIN_CONTRAST = 4.5;

type Color = keyof Look['colors'];

/** The pairs of a text colour and a background on which it is used. */
const TEXT_COLOR_PAIRS: readonly [text: Color, ground: Color | 'white'][] = [
  ...(['ink', 'soft', 'indigo', 'madder'] as const).flatMap((text) =>
    (['ground', 'cloth', 'white'] as const).map((ground): [Color, Color | 'white'] => [text, ground]),
  ),
  ['indigo-deep', 'white'],
  ['leaf', 'white'],
  ['ink', 'turmeric'],
];

/**
 * Returns the background on which a text colour has the lowest contrast, and that contrast. Returns undefined if the
 * colour is not used for text.
 */
export function lowestContrast(colors: Look['colors'], name: string): { ground: string; ratio: number } | undefined {
  const contrasts = contrastsIn(colors).filter(({ text }) => text === name);
  return contrasts.sort((a, b) => a.ratio - b.ratio)[0];
}

function contrastsIn(colors: Look['colors']) {
  return TEXT_COLOR_PAIRS.map(([text, ground]) => {
    const background = ground === 'white' ? '#ffffff' : colors[ground];
    return { text, ground, background, ratio: contrast(colors[text], background) };
  });
}

/** Returns the contrast ratio of WCAG 2.2, from 1 to 21. Colours are in the form #rrggbb. */
function contrast(color: string, otherColor: string): number {
  const [lighter = 0, darker = 0] = [luminance(color), luminance(otherColor)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export const LOOK: ContentDocument<Look> = {
  path: 'look',
  format: 'json',
  about: 'Colours, fonts, logo and icon.',
  schema: lookSchema,
  check: ({ colors, fonts, logo, icon }, { hasPicture, hasFont }) => [
    ...contrastsIn(colors)
      .filter(({ ratio }) => ratio < MIN_CONTRAST)
      .map(({ text, ground, background, ratio }) => ({
        field: ['colors', text],
        message: `can’t be read well on ${ground} (${background}): the contrast is ${ratio.toFixed(1)} to 1, and at least 4.5 is required`,
      })),
    ...fontProblems(fonts, hasFont),
    ...Object.entries({ logo, icon }).flatMap(([field, name]) =>
      name === null || hasPicture(name)
        ? []
        : [{ field: [field], message: `there is no picture ${name}; import it as pictures/${name}` }],
    ),
  ],
};

function fontProblems({ texts, headings }: Look['fonts'], hasFont: (name: string) => boolean): FieldProblem[] {
  const missingFonts = Object.entries({ texts, headings }).flatMap(([field, names]) =>
    names.flatMap((name, index) =>
      hasFont(name)
        ? []
        : [{ field: ['fonts', field, index], message: `there is no font ${name}; import it as fonts/${name}` }],
    ),
  );
  const hasTooManyFonts = new Set([...texts, ...headings]).size > MAX_FONTS;
  const message = `at most ${MAX_FONTS} files in total, as each is loaded with the first page`;
  return hasTooManyFonts ? [...missingFonts, { field: ['fonts'], message }] : missingFonts;
}
