export const PICTURE_WIDTHS = [160, 240, 320, 480, 640, 800, 1200, 1600] as const;
/** Of a product page on high-density screens, mostly phones, at lower quality (decision 65). */
export const DENSE_WIDTHS = [616, 680, 792, 928, 1104] as const;
/** Of pictures that fill the screen; most phones have 720 or 1,080 pixels. */
export const FULL_WIDTHS = {
  tall: [480, 640, 720, 800, 1200, 1600],
  wide: [800, 1200, 1600],
  // 60 % of a phone's width at a density of two and three, and half of a desktop's.
  product: [480, 560, 680, 792, 1104],
} as const;
/** In light mode, at the lowest quality: of pictures in lists, and of a page's main picture. */
export const LIGHT_WIDTHS = { card: 152, main: 232 } as const;
export type PictureFormat = 'avif' | 'webp';
type Widths = readonly number[];

export function pictureUrl(hash: string, width: number, format: PictureFormat): string {
  return `/pictures/${hash}-${width}.${format}`;
}

export function pictureSrcset(picture: { hash: string; width: number }, format: PictureFormat, known?: Widths): string {
  const widths = srcsetWidths(picture, known);
  return widths.map((width) => `${pictureUrl(picture.hash, width, format)} ${width}w`).join(', ');
}

/** The widths in `pictureSrcset`, from the narrowest; the usual widths if all `known` are too wide for the picture. */
export function srcsetWidths({ width: widest }: { width: number }, known: Widths = PICTURE_WIDTHS): number[] {
  const some = known.filter((width) => width <= widest);
  return some.length > 0 ? some : PICTURE_WIDTHS.filter((width) => width <= widest);
}

export function drawingUrl(hash: string): string {
  return `/pictures/${hash}.svg`;
}

export function ogPictureUrl(hash: string): string {
  return `/og/${hash}.jpg`;
}

export interface Picture {
  hash: string;
  width: number;
  height: number;
  alt: string;
  /** `#rrggbb` */
  dominant: string;
  color?: string;
  vector?: string | undefined;
}
