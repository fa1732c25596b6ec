import { picturesByColor } from '#lib/catalog/products/gallery.ts';

export interface ProductPicture {
  hash: string | null;
  color: string | null;
}

/**
 * Returns the hash of the first picture of the bought colour or, if there is none, of another; null without pictures.
 */
export function boughtPicture(pictures: readonly ProductPicture[], color: string | null): string | null {
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
 * For old orders without a stored colour, returns the option value of the variant that is the colour of a current
 * picture; null if there is none.
 */
export function colorOfVariant(pictures: readonly ProductPicture[], variant: string): string | null {
  const values = variant.split('/');
  return pictures.find(({ color }) => color !== null && values.includes(color))?.color ?? null;
}
