import { picturesByColor } from '#lib/catalog/gallery.ts';

/** Which picture shows what was bought: the first of its colour, as the cart shows it. Pure. */

interface ProductPicture {
  hash: string | null;
  color: string | null;
}

/** The key of the picture among those of its product, in the owner's order. */
export function boughtPicture(pictures: readonly ProductPicture[], color: string | null): string | null {
  const shown = pictures.map(({ hash, color: own }) => ({ hash, ...(own === null ? {} : { color: own }) }));
  return (
    picturesByColor(
      shown.filter(({ hash }) => hash !== null),
      color ?? undefined,
    )[0]?.hash ?? null
  );
}

/** The colour among a variant's values, for orders of before it was kept: the one that a picture of today names. */
export function colorAmong(pictures: readonly ProductPicture[], variant: string): string | null {
  const values = variant.split('/');
  return pictures.find(({ color }) => color !== null && values.includes(color))?.color ?? null;
}
