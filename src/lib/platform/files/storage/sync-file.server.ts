import { open } from 'node:fs/promises';

/** Waits until a file or the names in a folder are on the disk, so that they survive a power failure. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
