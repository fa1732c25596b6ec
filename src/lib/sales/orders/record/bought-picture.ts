import { picturesByColor } from '#lib/catalog/products/gallery.ts';

export interface ProductPicture {
  hash: string | null;
  color: string | null;
}

/**
 * Returns the hash of the first picture of the bought colour, or of another picture if this colour has none; null if
 * there are no pictures.
 */
export function boughtPictureHash(pictures: readonly ProductPicture[], color: string | null): string | null {
  const candidates = pictures.map(({ hash, color: pictureColor }) => ({
    hash,
    ...(pictureColor === null ? {} : { color: pictureColor }),
  }));
  return (
    picturesByColor(
      candidates.filter(({ hash }) => hash !== null),
      color ?? undefined,
    )[0]?.hash ?? null
  );
}

/**
 * Returns the colour of a variant in an old order without a stored colour: the option value that is the colour of a
 * current picture; null if there is no such option value.
 */
export function colorOfVariant(pictures: readonly ProductPicture[], variant: string): string | null {
  const optionValues = variant.split('/');
  return pictures.find(({ color }) => color !== null && optionValues.includes(color))?.color ?? null;
}
