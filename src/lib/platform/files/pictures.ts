export const PICTURE_WIDTHS = [160, 240, 320, 480, 640, 800, 1200, 1600] as const;
/** Of what fills the screen; most phones have 720 pixels or 1,080. */
export const FULL_WIDTHS = { tall: [480, 640, 720, 800, 1200, 1600], wide: [800, 1200, 1600] } as const;
export type PictureFormat = 'avif' | 'webp';
type Widths = readonly number[];

export function pictureUrl(hash: string, width: number, format: PictureFormat): string {
  return `/pictures/${hash}-${width}.${format}`;
}

export function pictureSrcset(picture: { hash: string; width: number }, format: PictureFormat, known?: Widths): string {
  const widths = srcsetWidths(picture, known);
  return widths.map((width) => `${pictureUrl(picture.hash, width, format)} ${width}w`).join(', ');
}

/** What `pictureSrcset` names, from the narrowest. */
export function srcsetWidths({ width: widest }: { width: number }, known: Widths = PICTURE_WIDTHS): number[] {
  return known.filter((width) => width <= widest);
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
