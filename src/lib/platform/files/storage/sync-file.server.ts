import { open } from 'node:fs/promises';

/** Waits until a file, or the list of files of a folder, is on the disk, so that it survives a power failure. */
export async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
