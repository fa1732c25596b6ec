const MIN_CONTRAST = 4.5;

/** Returns the contrast ratio of WCAG 2.2, from 1 to 21. Colours are in the form #rrggbb. */
export function contrast(color: string, otherColor: string): number {
  const [lighter = 0, darker = 0] = [luminance(color), luminance(otherColor)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns whether the contrast is enough for text of normal size at level AA of WCAG. */
export function isReadable(textColor: string, background: string): boolean {
  return contrast(textColor, background) >= MIN_CONTRAST;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
