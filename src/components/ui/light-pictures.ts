import type { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { LIGHT_WIDTHS, type Picture } from '#lib/platform/files/pictures/pictures.ts';

/** An estimate for pictures that are not generated yet: the mean of the demo's pictures in light mode. */
const BYTES_PER_PIXEL = 0.06;

/** Returns the total size of the pictures in light mode, rounded up, such as "12 kB". */
export function lightSizeText(
  store: PictureStore,
  pictures: readonly (Picture | undefined)[],
  width: number = LIGHT_WIDTHS.card,
): string {
  const bytes = pictures.reduce((sum, picture) => sum + (picture ? bytesOf(store, picture, width) : 0), 0);
  return `${Math.ceil(bytes / 1_000)} kB`;
}

function bytesOf(store: PictureStore, picture: Picture, width: number): number {
  const pixels = (width * width * picture.height) / picture.width;
  return store.resizedBytes(picture.hash, width, 'avif') ?? pixels * BYTES_PER_PIXEL;
}

/**
 * The rules added to the style of pages in light mode. Pictures in elements with the class `later` load after a tap,
 * because a browser doesn't load a lazy picture that is not displayed. Browsers without `:has` show all pictures.
 * `below-fold` has no effect, because closed rails are lower than the height that this class reserves.
 */
export const LIGHT_STYLE =
  'body:not(:has(.all-pictures:checked)) .later img,.on-tap:not([open])>:not(summary),.on-tap[open]>summary>:first-child,.on-tap:not([open])>summary>:last-child{display:none}.below-fold{content-visibility:visible}';
