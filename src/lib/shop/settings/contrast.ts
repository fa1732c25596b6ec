const MIN_CONTRAST = 4.5;

/** The contrast ratio of WCAG 2.2, from 1 to 21; colours as #rrggbb. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Whether text of normal size meets level AA of WCAG. */
export function isReadable(textColor: string, background: string): boolean {
  return contrast(textColor, background) >= MIN_CONTRAST;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
