import { readFile } from 'node:fs/promises';
import { publishTexts } from '#lib/content/admin/texts/current-text.server.ts';
import { uploadedName } from '#lib/content/admin/uploaded-name.server.ts';
import { filesToSave } from '#lib/content/publishing/own-files.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { demoPictures } from '#lib/platform/content/demo-content.server.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const FOLDER = 'blog';

/** Returns the names of the pictures that an article can have, such as `blog/1.avif`: the demo's and the owner's. */
export function articlePictures({ db }: Pick<Shop, 'db'>): string[] {
  const ownNames = contentOf(db)
    .filesIn('pictures')
    .map(({ path }) => path.slice('pictures/'.length));
  const names = [...ownNames, ...demoPictures()].filter((name) => name.startsWith(`${FOLDER}/`));
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/**
 * Stores an uploaded picture for the journal, with an audit entry, and returns its name; undefined if no file was
 * uploaded. The same file gets the same name. Throws a ShopError `invalid` for a file that is not a picture, and
 * `conflict` if somebody else saved the picture at the same moment.
 */
export async function addArticlePicture(
  shop: Pick<Shop, 'db' | 'now' | 'pictures'>,
  [file]: readonly UploadedFile[],
): Promise<string | undefined> {
  if (!file) return undefined;
  const name = `${FOLDER}/${await uploadedName(file)}`;
  const storePicture = async () => shop.pictures.store(await readFile(file.path));
  await publishTexts(shop, await filesToSave(shop.db, 'pictures', [{ name, filePath: file.path }], storePicture));
  return name;
}
