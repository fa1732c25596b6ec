import { type FontFace, ownFontStyle, SYSTEM_FONTS } from '#lib/shop/settings/font-style.ts';
import type { Look } from '#lib/shop/settings/look.schema.ts';

export type OwnFonts = Record<keyof Look['fonts'], readonly FontFace[]>;

const SANS_FAMILY = 'var(--font-sans)';
const VEIL_ALPHA = 'e0';
const SHADE_ALPHA = '73';

/** Returns a rule with all colours, for a document without the shop's style sheet. */
export function colorRules({ colors }: Look): string {
  const rules = Object.entries(colors).map(([name, color]) => `--color-${name}:${color}`);
  return `:root{${rules.join(';')}}`;
}

/** Returns the rules for values that differ from the defaults, which are in the style sheet, or '' if none differ. */
export function lookStyle({ colors, headings }: Look, defaults: Look, fonts: OwnFonts): string {
  const colorNames = Object.keys(colors) as (keyof Look['colors'])[];
  const rules = colorNames
    .filter((name) => colors[name] !== defaults.colors[name])
    .map((name) => `--color-${name}:${colors[name]}`);
  if (colors.ground !== defaults.colors.ground) rules.push(`--color-veil:${colors.ground}${VEIL_ALPHA}`);
  if (colors.ink !== defaults.colors.ink) rules.push(`--color-shade:${colors.ink}${SHADE_ALPHA}`);
  const textStyle = ownFontStyle('texts', fonts.texts, SYSTEM_FONTS.sans);
  const headingStyle = ownFontStyle('headings', fonts.headings, SYSTEM_FONTS[headings]);
  if (textStyle) rules.push(`--font-sans:${textStyle.family}`);
  if (headingStyle) rules.push(`--font-serif:${headingStyle.family}`);
  else if (headings !== defaults.headings) rules.push(`--font-serif:${SANS_FAMILY}`);
  const fontFaceRules = [textStyle, headingStyle].flatMap((style) => style?.rules ?? []).join('');
  // `:root` twice, so that the specificity is higher than in the style sheet.
  return rules.length === 0 ? '' : `${fontFaceRules}:root:root{${rules.join(';')}}`;
}
