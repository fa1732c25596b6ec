import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Returns the folder for the tests' databases and files. The folder is in memory if Linux has such a folder with enough
 * space, because copying a database on a disk takes ten times as much CPU time. `TMPDIR` takes precedence.
 */
export function testFolder(): string {
  return !process.env.TMPDIR && isUsable(IN_MEMORY) ? IN_MEMORY : tmpdir();
}

/** Checks for enough space, which containers often lack, and that programs may run from the folder, as tests do. */
function isUsable(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const [, , , options = 'noexec'] =
      mounts.map((line) => line.split(' ')).findLast(([, mountPoint]) => mountPoint === folder) ?? [];
    const freeBytes = Math.min(bavail * bsize, process.availableMemory());
    return freeBytes >= MIN_FREE_BYTES && !options.split(',').includes('noexec');
  } catch {
    return false;
  }
}
