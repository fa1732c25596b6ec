import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesToSave } from '#lib/content/publishing/files-to-save.server.ts';
import type { SourceFile } from '#lib/content/publishing/read-folder.server.ts';
import type { ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { PICTURE_NAME } from '#lib/platform/content/content-fields.schema.ts';
import { type OwnerPicture, sanitizeSvg } from '#lib/platform/files/pictures/owner-picture.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { writeFileAtomically } from '#lib/platform/files/storage/write-file.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type PictureShop = Pick<Shop, 'db' | 'settings'>;

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

/**
 * Stores new and changed pictures, except in a dry run, and returns the changes that publish them. Throws a ShopError
 * `invalid` with a line for each unsuitable file.
 */
export async function picturesToSave(
  { db, settings }: PictureShop,
  files: readonly SourceFile[],
  isDryRun: boolean,
): Promise<ShownChange[]> {
  const store = new PictureStore(settings.dataDir);
  return filesToSave(db, 'pictures', files, async ({ name, filePath }) => {
    const problem = await pictureProblem(name, filePath);
    if (problem) throw new Error(problem);
    return storeOrDescribe(await readFile(filePath), name, { store, isDryRun });
  });
}

/**
 * Stores a picture or, in a dry run, only describes it. An SVG is sanitised, and also stored as a raster image for
 * programs without SVG.
 */
async function storeOrDescribe(
  bytes: Buffer,
  name: string,
  { store, isDryRun }: { store: PictureStore; isDryRun: boolean },
): Promise<OwnerPicture> {
  if (!name.endsWith('.svg')) return isDryRun ? store.describe(bytes) : store.store(bytes);
  const drawing = sanitizeSvg(bytes);
  const source = Buffer.from(drawing.svg);
  return { ...(await (isDryRun ? store.describe(source, 'drawing') : store.store(source, 'drawing'))), ...drawing };
}

async function pictureProblem(name: string, filePath: string): Promise<string | undefined> {
  if (!PICTURE_NAME.test(name)) {
    return 'pictures must be in a subfolder named in lower-case letters, and end in .avif, .webp, .jpg, .png or .svg: slides/diwali.jpg';
  }
  return (await stat(filePath)).size > MAX_PICTURE_BYTES ? 'the picture is larger than 20 MB' : undefined;
}

/** Writes the owner's pictures to the subfolder `pictures` of a folder. Returns the number of pictures. */
export async function exportPictures({ db, settings }: PictureShop, dir: string): Promise<number> {
  const store = new PictureStore(settings.dataDir);
  const ownPictures = contentOf(db).filesIn('pictures');
  for (const { path, body } of ownPictures) {
    const { hash, svg } = JSON.parse(body) as OwnerPicture;
    if (svg === undefined) await store.copyTo(hash, join(dir, path));
    else await writeFileAtomically(join(dir, path), svg);
  }
  return ownPictures.length;
}
