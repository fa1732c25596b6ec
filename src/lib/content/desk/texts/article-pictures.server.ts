import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import { publishTexts } from '#lib/content/desk/texts/publish-text.server.ts';
import { filesToSave } from '#lib/content/publishing/files-to-save.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { shippedPictures } from '#lib/platform/content/shipped-content.server.ts';
import { FILE_KINDS } from '#lib/platform/files/storage/file-kinds.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const FOLDER = 'blog/';
const MAX_NAME_LENGTH = 60;
const HASH_LENGTH = 8;

/** The pictures of the journal that an article can have, such as `blog/1.avif`: the demo's and the owner's. */
export function articlePictures({ db }: Pick<Shop, 'db'>): string[] {
  const own = contentOf(db)
    .filesIn('pictures')
    .map(({ path }) => path.slice('pictures/'.length));
  const names = [...own, ...shippedPictures()].filter((name) => name.startsWith(FOLDER));
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/**
 * Stores an uploaded picture for the journal, with its audit entry, and returns its name; undefined without a file. The same
 * file has the same name. Throws `invalid` for a file that is no picture.
 */
export async function addArticlePicture(
  shop: Pick<Shop, 'db' | 'now' | 'pictures'>,
  [file]: readonly UploadedFile[],
): Promise<string | undefined> {
  if (!file) return undefined;
  const bytes = await readFile(file.path);
  const name = FOLDER + fileName(file, bytes);
  const read = () => shop.pictures.store(bytes);
  await publishTexts(shop, await filesToSave(shop.db, 'pictures', [{ name, file: file.path }], read));
  return name;
}

function fileName({ name, kind }: UploadedFile, bytes: Buffer): string {
  const words = slugOf(name.replace(/\.\w+$/, '')).slice(0, MAX_NAME_LENGTH) || 'picture';
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
  return `${words}-${hash}.${FILE_KINDS[kind].extensions[0]}`;
}
