import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import { isWebUrl } from '#lib/catalog/products/image-source.ts';
import type { PictureTable } from '#lib/platform/db/query/tables.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';

type PictureRow = Pick<PictureTable, 'hash' | 'width' | 'height' | 'dominant'>;

export function imagesOf(record: CatalogueEntry): { src: string }[] {
  if (record.type === 'product') return record.images ?? [];
  return 'image' in record && record.image ? [record.image] : [];
}

/** Returns the pictures of these rows that were fetched from the web and are still stored, by `src`. */
export function fetchedPictures(
  rows: readonly (PictureRow & { src: string | null })[],
  isStored: (hash: string) => boolean,
): Map<string, StoredPicture> {
  const pictures = new Map<string, StoredPicture>();
  for (const { src, ...row } of rows) {
    const picture = storedPicture(row);
    if (src !== null && isWebUrl(src) && picture && isStored(picture.hash)) pictures.set(src, picture);
  }
  return pictures;
}

/** Returns the picture in a row, or undefined if its file is not stored. */
export function storedPicture({ hash, width, height, dominant }: PictureRow): StoredPicture | undefined {
  if (hash === null || width === null || height === null) return undefined;
  return { hash, width, height, dominant: dominant ?? '#dddddd' };
}

/** Returns the reason why a picture could not be read, in words for the owner. */
export function pictureProblem(error: unknown): string {
  const message = messageOf(error);
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the server was not found';
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'the server does not answer';
  if (/unsupported image format/i.test(message)) return 'it is not a picture that the shop can read';
  if (/pixel limit/i.test(message)) return 'it has more than 50 million pixels';
  return message.split('\n', 1)[0] ?? '';
}
