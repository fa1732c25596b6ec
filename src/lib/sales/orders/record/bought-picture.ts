import { picturesByColor } from '#lib/catalog/products/gallery.ts';

export interface ProductPicture {
  hash: string | null;
  color: string | null;
}

/** The hash of the first picture of the bought colour, otherwise of another picture; null if there are no pictures. */
export function boughtPicture(pictures: readonly ProductPicture[], color: string | null): string | null {
  const candidates = pictures.map(({ hash, color: shown }) => ({ hash, ...(shown === null ? {} : { color: shown }) }));
  return (
    picturesByColor(
      candidates.filter(({ hash }) => hash !== null),
      color ?? undefined,
    )[0]?.hash ?? null
  );
}

/**
 * For old orders without a stored colour: the option value of the variant that is the colour of a current picture; null
 * if there is none.
 */
export function colorOfVariant(pictures: readonly ProductPicture[], variant: string): string | null {
  const values = variant.split('/');
  return pictures.find(({ color }) => color !== null && values.includes(color))?.color ?? null;
}
