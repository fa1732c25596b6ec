import type { Picture } from '#lib/platform/files/pictures/pictures.ts';

/**
 * Returns the pictures of the chosen colour, then those without a colour, then those of other colours, each in the
 * owner's order. If no colour is chosen, returns all pictures in the owner's order.
 */
export function picturesByColor<P extends Pick<Picture, 'color'>>(pictures: P[], color: string | undefined): P[] {
  if (color === undefined) return pictures;
  const rank = (picture: P) => (picture.color === color ? 0 : picture.color === undefined ? 1 : 2);
  return [...pictures].sort((a, b) => rank(a) - rank(b));
}

/**
 * Returns whether the page shows a picture for the chosen colour: the pictures of this colour and those without a
 * colour; if none has this colour, all pictures.
 */
export function isPictureShown(
  pictures: Pick<Picture, 'color'>[],
  picture: Pick<Picture, 'color'>,
  color: string | undefined,
): boolean {
  const hasPictureOfColor = color !== undefined && pictures.some((other) => other.color === color);
  return !hasPictureOfColor || picture.color === undefined || picture.color === color;
}
