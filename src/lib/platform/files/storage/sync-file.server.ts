import { open } from 'node:fs/promises';

/** Waits until the disk has a file, or the names in a folder: they must survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
