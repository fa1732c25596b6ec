import { picturesByColor } from '#lib/catalog/products/gallery.ts';

export interface ProductPicture {
  hash: string | null;
  color: string | null;
}

export function boughtPicture(pictures: readonly ProductPicture[], color: string | null): string | null {
  const shown = pictures.map(({ hash, color: own }) => ({ hash, ...(own === null ? {} : { color: own }) }));
  return (
    picturesByColor(
      shown.filter(({ hash }) => hash !== null),
      color ?? undefined,
    )[0]?.hash ?? null
  );
}

/** For old orders without a stored colour: the variant's value that is the colour of a current picture. */
export function colorAmong(pictures: readonly ProductPicture[], variant: string): string | null {
  const values = variant.split('/');
  return pictures.find(({ color }) => color !== null && values.includes(color))?.color ?? null;
}
