import { readFile } from 'node:fs/promises';
import { uploadedSrc } from '#lib/catalog/admin/pictures/product-pictures.ts';
import { removeUnusedPictures } from '#lib/catalog/admin/pictures/unused-pictures.server.ts';
import { pictureProblem } from '#lib/catalog/import/record/picture-records.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { CropArea } from '#lib/platform/files/pictures/crop-area.ts';
import { isPictureRefusal, isPictureWorkerExited } from '#lib/platform/files/pictures/picture-errors.ts';
import type { AddedPicture, PictureStore, StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export interface PictureSource {
  /** The name in messages. */
  name: string;
  bytes: Buffer;
  /** The part of the picture to store; by default, the whole picture. */
  area?: CropArea | undefined;
}

export interface NewPicture {
  src: string;
  picture: StoredPicture;
}

const BUSY = 'Pictures can’t be processed right now. Please try again in a minute.';
const PICTURE_REMOVED = 'A picture was removed in the meantime. Please send it again.';

/**
 * Stores pictures and runs `work`, which writes their rows. Returns the result of `work`. After an error, the new files
 * are removed; if the process ends before that, `sweepUnusedPictures` removes them. Throws `invalid` if a file is not a
 * picture, `busy` if pictures can't be processed at the moment, and errors from `work`.
 */
export async function withStoredPictures<T>(
  { db, pictures: store }: Pick<Shop, 'db' | 'pictures'>,
  sources: AsyncIterable<PictureSource> | Iterable<PictureSource>,
  work: (pictures: NewPicture[]) => Promise<T>,
): Promise<T> {
  const addedPictures: AddedPicture[] = [];
  try {
    // The pictures are stored one at a time, because each picture uses a lot of memory.
    for await (const source of sources) addedPictures.push(await storePicture(store, source));
    const result = await work(addedPictures.map((picture) => ({ src: uploadedSrc(picture.hash), picture })));
    await store.confirm(addedPictures.map(({ hash }) => hash));
    return result;
  } catch (error) {
    const hashes = addedPictures.filter(({ isNew }) => isNew).map(({ hash }) => hash);
    await removeUnusedPictures({ db, pictures: store }, hashes).catch(() => {
      // `sweepUnusedPictures` retries the removal.
    });
    throw error;
  }
}

/** Yields the contents of the files, which are read one at a time. */
export async function* uploadedPictures(files: readonly UploadedFile[]): AsyncGenerator<PictureSource> {
  for (const { name, path } of files) yield { name, bytes: await readFile(path) };
}

/**
 * Throws `conflict` if the file of a picture has been removed as unused. Must be called after `lockCatalogue` in the
 * transaction that writes the rows: until that transaction ends, `removeUnusedPictures` waits for the lock.
 */
export function refuseMissingFiles(store: PictureStore, pictures: readonly NewPicture[]): void {
  if (pictures.some(({ picture }) => !store.has(picture.hash))) throw new ShopError('conflict', PICTURE_REMOVED);
}

/** Returns the files by `src`, for `changeProduct`. */
export function filesBySrc(pictures: readonly NewPicture[]): Map<string, StoredPicture> {
  return new Map(pictures.map(({ src, picture }) => [src, picture]));
}

async function storePicture(store: PictureStore, { name, bytes, area }: PictureSource): Promise<AddedPicture> {
  try {
    return await store.add(bytes, area);
  } catch (error) {
    if (isPictureWorkerExited(error)) throw new ShopError('busy', BUSY, undefined, { cause: error });
    if (!isPictureRefusal(error)) throw error;
    const message = `${name}: ${pictureProblem(error)}.`;
    throw new ShopError('invalid', message, { pictures: message }, { cause: error });
  }
}
