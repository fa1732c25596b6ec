import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import { FILE_KINDS } from '#lib/platform/files/storage/file-kinds.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';

const MAX_NAME_LENGTH = 60;
const HASH_LENGTH = 8;

/**
 * The name under which an uploaded picture is stored, such as `blog/loom-1a2b3c4d.jpg`. It contains the hash of the file,
 * so the same file has the same name, and no other picture is replaced.
 */
export async function pictureName(folder: string, { name, kind, path }: UploadedFile): Promise<string> {
  const words = slugOf(name.replace(/\.\w+$/, '')).slice(0, MAX_NAME_LENGTH) || 'picture';
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  return `${folder}/${words}-${hash}.${FILE_KINDS[kind].extensions[0]}`;
}
