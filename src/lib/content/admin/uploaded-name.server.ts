import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import { FILE_KINDS } from '#lib/platform/files/storage/file-kinds.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';

const MAX_NAME_LENGTH = 60;
const HASH_LENGTH = 8;

/**
 * Returns the name under which an uploaded picture or font is stored, such as `loom-1a2b3c4d.jpg`. The name contains a
 * hash of the contents, so that the file never replaces a different file.
 */
export async function uploadedName({ name, kind, path }: UploadedFile): Promise<string> {
  const slug = slugOf(name.replace(/\.\w+$/, '')).slice(0, MAX_NAME_LENGTH) || 'file';
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  return `${slug}-${hash}.${FILE_KINDS[kind].extensions[0]}`;
}
