import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ContentDocument, fileOf, hasPath } from '#lib/platform/content/content-document.ts';
import { PICTURE_NAME } from '#lib/platform/content/content-fields.schema.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';

export const DEMO_CONTENT_DIR = fileURLToPath(new URL('../../../content/', import.meta.url));

/**
 * Returns a function that finds the size and dominant colour of a demo picture by its hash, so that the shop does not
 * decode these pictures at startup. The first call reads the file that scripts/write-described-pictures.ts writes.
 */
export function describedPictureFinder(): (hash: string) => StoredPicture | undefined {
  let picturesByHash: Map<string, StoredPicture> | undefined;
  const read = () =>
    JSON.parse(readFileSync(join(DEMO_CONTENT_DIR, 'described-pictures.json'), 'utf8')) as StoredPicture[];
  return (hash) => {
    picturesByHash ??= new Map(read().map((picture) => [picture.hash, picture]));
    return picturesByHash.get(hash);
  };
}

export const DEMO_PICTURES_DIR = join(DEMO_CONTENT_DIR, 'catalogue', 'pictures');
/** The folders with pictures for texts. The pictures in the other folders belong to the demo's products. */
const PICTURE_FOLDERS = ['slides', 'banners', 'blog', 'size-guide'];

type AnyDocument = ContentDocument<unknown>;

export function hasDemoText(document: AnyDocument, path: string): boolean {
  return existsSync(join(DEMO_CONTENT_DIR, fileOf(path, document.format)));
}

export function demoText(document: AnyDocument, path: string): string {
  return readFileSync(join(DEMO_CONTENT_DIR, fileOf(path, document.format)), 'utf8');
}

/**
 * Returns the paths of the demo's documents in a folder. Other files, such as those of the operating system, are
 * ignored.
 */
export function demoPaths(folder: AnyDocument): string[] {
  const name = folder.path.slice(0, -2);
  const ending = fileOf('', folder.format);
  return readdirSync(join(DEMO_CONTENT_DIR, name))
    .filter((file) => file.endsWith(ending))
    .map((file) => `${name}/${file.slice(0, -ending.length)}`)
    .filter((path) => hasPath(folder, path));
}

/** Returns the names of the demo's pictures that documents may use, such as `slides/1.avif`. */
export function demoPictures(): string[] {
  return PICTURE_FOLDERS.flatMap((folder) => {
    const files = readdirSync(join(DEMO_PICTURES_DIR, folder));
    return files.map((name) => `${folder}/${name}`).filter((name) => PICTURE_NAME.test(name));
  });
}
