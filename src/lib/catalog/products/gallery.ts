import type { Picture } from '#lib/platform/files/pictures/pictures.ts';

/** Pictures of the chosen colour first, then those without a colour; otherwise in the owner's order. */
export function picturesByColor<P extends Pick<Picture, 'color'>>(pictures: P[], color: string | undefined): P[] {
  if (color === undefined) return pictures;
  const rank = (picture: P) => (picture.color === color ? 0 : picture.color === undefined ? 1 : 2);
  return [...pictures].sort((a, b) => rank(a) - rank(b));
}

/** Whether the page shows the picture for the chosen colour. If no picture shows this colour, it shows all. */
export function isPictureShown(
  pictures: Pick<Picture, 'color'>[],
  picture: Pick<Picture, 'color'>,
  color: string | undefined,
): boolean {
  const hasPictureOfColor = color !== undefined && pictures.some((other) => other.color === color);
  return !hasPictureOfColor || picture.color === undefined || picture.color === color;
}
