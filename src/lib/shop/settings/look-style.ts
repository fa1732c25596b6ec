import { type FontFace, fontFamily, SYSTEM_FONTS } from '#lib/shop/settings/font-style.ts';
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

/** Returns rules for what differs from the style sheet, which has the defaults, or '' if nothing differs. */
export function lookStyle({ colors, headings }: Look, defaults: Look, fonts: OwnFonts): string {
  const names = Object.keys(colors) as (keyof Look['colors'])[];
  const rules = names
    .filter((name) => colors[name] !== defaults.colors[name])
    .map((name) => `--color-${name}:${colors[name]}`);
  if (colors.ground !== defaults.colors.ground) rules.push(`--color-veil:${colors.ground}${VEIL_ALPHA}`);
  if (colors.ink !== defaults.colors.ink) rules.push(`--color-shade:${colors.ink}${SHADE_ALPHA}`);
  const texts = fontFamily('texts', fonts.texts, SYSTEM_FONTS.sans);
  const titles = fontFamily('headings', fonts.headings, SYSTEM_FONTS[headings]);
  if (texts) rules.push(`--font-sans:${texts.family}`);
  if (titles) rules.push(`--font-serif:${titles.family}`);
  else if (headings !== defaults.headings) rules.push(`--font-serif:${SANS_FAMILY}`);
  const faces = [texts, titles].flatMap((family) => family?.rules ?? []).join('');
  // `:root` twice, so that the specificity is higher than in the style sheet.
  return rules.length === 0 ? '' : `${faces}:root:root{${rules.join(';')}}`;
}
