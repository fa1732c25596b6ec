import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Content } from '#lib/platform/content/content.server.ts';
import { LOOK } from '#lib/shop/settings/look.schema.ts';
import { lookStyle, SYSTEM_FONTS } from '#lib/shop/settings/look-style.ts';
import { root } from '#support/project-root.ts';

const look = new Content().of(LOOK);
const NO_FONTS = { texts: [], headings: [] };
const face = { hash: 'a'.repeat(24), weight: '400', isItalic: false };
const metrics = { ascent: 0.9, descent: 0.2, lineGap: 0, averageWidth: 0.4425 };

test('an unchanged look has no style rules', () => {
  expect(lookStyle(look, look, NO_FONTS)).toBe('');
});

test('a font of the shop precedes the fallback font, whose metrics are adjusted to match', () => {
  const wideFont = { ...face, ...metrics, averageWidth: 0.885 };
  expect(lookStyle(look, look, { texts: [wideFont], headings: [] })).toBe(
    `@font-face{font-family:own-texts;src:url(/fonts/${face.hash}.woff2)format("woff2");font-weight:400;font-display:swap}` +
      '@font-face{font-family:near-texts;src:local(Roboto),local(Arial);size-adjust:200%;ascent-override:45%;descent-override:10%;line-gap-override:0%}' +
      `:root:root{--font-sans:own-texts,near-texts,${SYSTEM_FONTS.sans}}`,
  );
});

test('headings have a separate font, or else the selected kind of system font', () => {
  const headingFont = { ...face, ...metrics, isItalic: true, weight: '100 900' };
  const style = lookStyle({ ...look, headings: 'sans' }, look, { texts: [], headings: [headingFont] });
  expect(style).toContain('font-weight:100 900;font-style:italic;');
  expect(style).toContain(`--font-serif:own-headings,near-headings,${SYSTEM_FONTS.sans}`);
  expect(lookStyle({ ...look, headings: 'sans' }, look, NO_FONTS)).toBe(':root:root{--font-serif:var(--font-sans)}');
});

test('the fallback fonts are those of the style sheet', () => {
  const css = readFileSync(join(root, 'src/components/site/tokens.css'), 'utf8').replaceAll(', ', ',');
  expect(css).toContain(`--font-sans: ${SYSTEM_FONTS.sans};`);
  expect(css).toContain(`--font-serif: ${SYSTEM_FONTS.serif};`);
});
