import type { Picture } from '#lib/platform/files/pictures/pictures.ts';

/**
 * Sorts pictures of the chosen colour first, then those without a colour, then the others. Keeps the owner's order
 * within each group.
 */
export function picturesByColor<P extends Pick<Picture, 'color'>>(pictures: P[], color: string | undefined): P[] {
  if (color === undefined) return pictures;
  const rank = (picture: P) => (picture.color === color ? 0 : picture.color === undefined ? 1 : 2);
  return [...pictures].sort((a, b) => rank(a) - rank(b));
}

/** Returns whether the page shows the picture for the chosen colour. If no picture shows this colour, it shows all. */
export function isPictureShown(
  pictures: Pick<Picture, 'color'>[],
  picture: Pick<Picture, 'color'>,
  color: string | undefined,
): boolean {
  const hasPictureOfColor = color !== undefined && pictures.some((other) => other.color === color);
  return !hasPictureOfColor || picture.color === undefined || picture.color === color;
}
