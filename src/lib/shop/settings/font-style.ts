import type { FontMetadata } from '#lib/platform/files/fonts/owner-font.server.ts';

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
