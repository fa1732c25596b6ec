/** Addresses and widths of pictures; what makes them is in pictures.server.ts. */
export const PICTURE_WIDTHS = [160, 240, 320, 480, 640, 800, 1200, 1600] as const;
export type PictureFormat = 'avif' | 'webp';

export function pictureUrl(hash: string, width: number, format: PictureFormat): string {
  return `/pictures/${hash}-${width}.${format}`;
}

/** Every width up to the master's own, from the narrowest that is of use where it is shown. */
export function pictureSrcset(picture: { hash: string; width: number }, format: PictureFormat, narrowest = 0): string {
  const widths = PICTURE_WIDTHS.filter((width) => width >= narrowest && width <= picture.width);
  return widths.map((width) => `${pictureUrl(picture.hash, width, format)} ${width}w`).join(', ');
}

/** A picture as other sites show it beside a link: a JPEG of 1200 by 630. */
export function ogPictureUrl(hash: string): string {
  return `/og/${hash}.jpg`;
}

export interface Picture {
  /** Content hash of the master; addresses are made from it. */
  hash: string;
  width: number;
  height: number;
  alt: string;
  /** Dominant colour, `#rrggbb`. */
  dominant: string;
  /** The colour of the product that it shows, if one. */
  color?: string;
}
