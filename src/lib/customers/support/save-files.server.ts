import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withoutControlCharacters } from '#lib/platform/cli/terminal-text.ts';
import type { AttachmentTable } from '#lib/platform/db/tables/support.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

/**
 * Saves files to a folder, and prints their paths. The files are named by their keys, so that no name can point outside
 * the folder.
 */
export async function saveFiles(
  settings: Settings,
  files: Pick<AttachmentTable, 'file_key' | 'name'>[],
  folder: string,
): Promise<void> {
  const store = openFileStore(settings);
  await mkdir(folder, { recursive: true });
  for (const { file_key, name } of files) {
    const stream = await store.read(file_key);
    const extension = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? '';
    const path = join(folder, `${file_key.slice(0, 12)}${extension}`);
    if (stream) await pipeline(stream, createWriteStream(path));
    console.log(`${withoutControlCharacters(name)} ${stream ? `→ ${path}` : 'is missing from the store'}`);
  }
}
