import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ContentDocument, fileOf, hasPath } from '#lib/platform/content/content-document.ts';
import { PICTURE_NAME } from '#lib/platform/content/content-fields.schema.ts';

export const SHIPPED_DIR = fileURLToPath(new URL('../../../content/', import.meta.url));

interface DescribedPicture {
  hash: string;
  width: number;
  height: number;
  dominant: string;
}

/**
 * Looks up pictures by hash in a list that scripts/describe-pictures.ts writes, so that the shop does not decode the
 * demo's pictures at startup. The list is read by the first call.
 */
export function describedPictures(): (hash: string) => DescribedPicture | undefined {
  let list: Map<string, DescribedPicture> | undefined;
  const read = () =>
    JSON.parse(readFileSync(join(SHIPPED_DIR, 'described-pictures.json'), 'utf8')) as DescribedPicture[];
  return (hash) => {
    list ??= new Map(read().map((picture) => [picture.hash, picture]));
    return list.get(hash);
  };
}

export const SHIPPED_PICTURES_DIR = join(SHIPPED_DIR, 'catalogue', 'pictures');
/** The other folders of pictures belong to the demo's products. */
const PICTURE_FOLDERS = ['slides', 'banners', 'blog', 'size-guide'];

type Document = ContentDocument<unknown>;

export function isShipped(document: Document, path: string): boolean {
  return existsSync(join(SHIPPED_DIR, fileOf(path, document.format)));
}

export function shippedText(document: Document, path: string): string {
  return readFileSync(join(SHIPPED_DIR, fileOf(path, document.format)), 'utf8');
}

/** The paths of a folder. Files that are not documents, such as those of the operating system, are ignored. */
export function shippedNames(folder: Document): string[] {
  const name = folder.path.slice(0, -2);
  const ending = fileOf('', folder.format);
  return readdirSync(join(SHIPPED_DIR, name))
    .filter((file) => file.endsWith(ending))
    .map((file) => `${name}/${file.slice(0, -ending.length)}`)
    .filter((path) => hasPath(folder, path));
}

export function shippedPictures(): string[] {
  return PICTURE_FOLDERS.flatMap((folder) => {
    const files = readdirSync(join(SHIPPED_PICTURES_DIR, folder));
    return files.map((name) => `${folder}/${name}`).filter((name) => PICTURE_NAME.test(name));
  });
}
