import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { FONT_NAME, PICTURE_NAME } from '#lib/platform/content/content-fields.schema.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { isDiskFault } from '#lib/platform/errors/fault-kind.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { type OwnerFont, readOwnerFont } from '#lib/platform/files/fonts/owner-font.server.ts';
import { type OwnerPicture, sanitizeSvg } from '#lib/platform/files/pictures/owner-picture.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { writeFileAtomically } from '#lib/platform/files/storage/write-file.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export interface SourceFile {
  /** The name relative to its folder, such as `slides/1.avif`. */
  name: string;
  /** The path of the file on this machine. */
  filePath: string;
}

/**
 * Returns the changes that store new and changed files. Throws a ShopError `invalid` with the messages of all errors
 * that `prepare` throws for unsuitable files, and any disk error. `prepare` returns what is stored for a file.
 */
export async function filesToSave(
  db: ShopDatabase,
  folder: 'fonts' | 'pictures',
  files: readonly SourceFile[],
  prepare: (file: SourceFile) => Promise<object>,
): Promise<ShownChange[]> {
  const changes: ShownChange[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const path = `${folder}/${file.name}`;
    try {
      const body = JSON.stringify(await prepare(file));
      const content = contentOf(db);
      const ownFile = content.ownTexts.get(path);
      if (ownFile?.state === 'own' && ownFile.body === body) continue;
      const { hasPicture, hasFont } = content.availableFiles;
      const isKnown = folder === 'pictures' ? hasPicture(file.name) : hasFont(file.name);
      const difference = [`${path} (${isKnown ? 'replaced' : 'new'})`];
      changes.push({ path, state: 'own', body, baseVersion: ownFile?.version ?? 0, difference });
    } catch (error) {
      if (isDiskFault(error)) throw error;
      problems.push(`${path}: ${messageOf(error)}`);
    }
  }
  if (problems.length > 0) throw new ShopError('invalid', problems.join('\n'));
  return changes;
}

/**
 * Returns the changes that publish new and changed fonts. Throws a ShopError `invalid` with a line for each unsuitable
 * file.
 */
export function fontsToSave({ db }: Pick<Shop, 'db'>, files: readonly SourceFile[]): Promise<ShownChange[]> {
  return filesToSave(db, 'fonts', files, async ({ name, filePath }) => {
    if (!FONT_NAME.test(name)) throw new Error(FONT_NAME_RULE);
    return readOwnerFont(await readFile(filePath));
  });
}

const FONT_NAME_RULE =
  'a font’s file name must have only lower-case letters, digits and hyphens, and end in .woff2: kora-regular.woff2';

/** Writes the owner's fonts to the subfolder `fonts` of a folder. Returns the number of fonts. */
export async function exportFonts({ db }: Pick<Shop, 'db'>, dir: string): Promise<number> {
  const ownFonts = contentOf(db).filesIn('fonts');
  for (const { path, body } of ownFonts) {
    await writeFileAtomically(join(dir, path), Buffer.from((JSON.parse(body) as OwnerFont).data, 'base64'));
  }
  return ownFonts.length;
}

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
    if (!PICTURE_NAME.test(name)) throw new Error(PICTURE_NAME_RULE);
    if ((await stat(filePath)).size > MAX_PICTURE_BYTES) throw new Error('the picture is larger than 20 MB');
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

const PICTURE_NAME_RULE =
  'pictures must be in a subfolder named in lower-case letters, and end in .avif, .webp, .jpg, .png or .svg: slides/diwali.jpg';

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
