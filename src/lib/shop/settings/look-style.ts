import type { FontMetadata } from '#lib/platform/files/fonts/owner-font.server.ts';
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

/** The default fonts, as in tokens.css. */
export const SYSTEM_FONTS = {
  sans: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif",Georgia,serif',
};

/**
 * The average width of Roboto's characters in em, measured in the same way as the width of the owner's fonts. Arial's
 * average width differs by 0.2 %.
 */
const SYSTEM_FONT_WIDTH = 0.4425;

export interface FontFace extends FontMetadata {
  hash: string;
}

export function fontUrl(hash: string): string {
  return `/fonts/${hash}.woff2`;
}

/**
 * Returns the CSS rules and the `font-family` for the owner's fonts, or undefined if there are no fonts. Until their
 * files are loaded, a system font of the same width and height is shown, to avoid layout shifts.
 */
export function ownFontStyle(name: 'texts' | 'headings', faces: readonly FontFace[], systemFonts: string) {
  const [firstFace] = faces;
  if (!firstFace) return undefined;
  const rules = faces.map(
    ({ hash, weight, isItalic }) =>
      `@font-face{font-family:own-${name};src:url(${fontUrl(hash)})format("woff2");font-weight:${weight};${isItalic ? 'font-style:italic;' : ''}font-display:swap}`,
  );
  return {
    rules: [...rules, fallbackFace(`near-${name}`, firstFace)],
    family: `own-${name},near-${name},${systemFonts}`,
  };
}

function fallbackFace(name: string, { ascent, descent, lineGap, averageWidth }: FontFace): string {
  const scale = averageWidth / SYSTEM_FONT_WIDTH;
  const height = (ratio: number) => percent(ratio / scale);
  return `@font-face{font-family:${name};src:local(Roboto),local(Arial);size-adjust:${percent(scale)};ascent-override:${height(ascent)};descent-override:${height(descent)};line-gap-override:${height(lineGap)}}`;
}

function percent(ratio: number): string {
  return `${Math.round(ratio * 1_000) / 10}%`;
}
