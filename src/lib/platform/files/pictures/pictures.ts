export const PICTURE_WIDTHS = [160, 240, 320, 480, 640, 800, 1200, 1600] as const;
/** Widths for a product page on high-density screens, mostly phones, at lower quality (decision 65). */
export const DENSE_WIDTHS: readonly number[] = [680, 792, 1104];
/** Widths for large pictures. The screens of most phones are 720 or 1,080 pixels wide. */
export const FULL_WIDTHS = {
  tall: [480, 640, 720, 800, 1200, 1600],
  wide: [800, 1200, 1600],
  // 60 % of a phone's width at a density of two and three, and half of a desktop's.
  product: [480, 560, 680, 792, 1104],
} as const;
/** Widths in light mode, at the lowest quality: for pictures in lists, and for a page's main picture. */
export const LIGHT_WIDTHS = { card: 152, main: 232 } as const;
export type PictureFormat = 'avif' | 'webp';
type Widths = readonly number[];

export function pictureUrl(hash: string, width: number, format: PictureFormat): string {
  return `/pictures/${hash}-${width}.${format}`;
}

export function pictureSrcset(
  picture: { hash: string; width: number },
  format: PictureFormat,
  candidates?: Widths,
): string {
  const widths = srcsetWidths(picture, candidates);
  return widths.map((width) => `${pictureUrl(picture.hash, width, format)} ${width}w`).join(', ');
}

/**
 * Returns the candidates up to the picture's width, in the same order. If all candidates are wider than the picture,
 * returns the values of `PICTURE_WIDTHS` up to its width.
 */
export function srcsetWidths({ width: maxWidth }: { width: number }, candidates: Widths = PICTURE_WIDTHS): number[] {
  const usableWidths = candidates.filter((width) => width <= maxWidth);
  return usableWidths.length > 0 ? usableWidths : PICTURE_WIDTHS.filter((width) => width <= maxWidth);
}

export function drawingUrl(hash: string): string {
  return `/pictures/${hash}.svg`;
}

export function previewUrl(hash: string): string {
  return `/og/${hash}.jpg`;
}

export interface Picture {
  hash: string;
  width: number;
  height: number;
  alt: string;
  /** The dominant colour in the form `#rrggbb`. */
  dominant: string;
  color?: string;
  /** The hash of the sanitised SVG, if the picture is an SVG. */
  vector?: string | undefined;
}
