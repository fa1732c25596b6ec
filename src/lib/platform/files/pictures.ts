export const PICTURE_WIDTHS = [160, 240, 320, 480, 640, 800, 1200, 1600] as const;
export type PictureFormat = 'avif' | 'webp';

export function pictureUrl(hash: string, width: number, format: PictureFormat): string {
  return `/pictures/${hash}-${width}.${format}`;
}

export function pictureSrcset(picture: { hash: string; width: number }, format: PictureFormat, narrowest = 0): string {
  const widths = PICTURE_WIDTHS.filter((width) => width >= narrowest && width <= picture.width);
  return widths.map((width) => `${pictureUrl(picture.hash, width, format)} ${width}w`).join(', ');
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
