import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Returns the folder for the tests' databases and files: in memory if Linux has one with enough space, because copying
 * a database on a disk takes ten times as much CPU time. `TMPDIR` takes precedence.
 */
export function testFolder(): string {
  return !process.env.TMPDIR && isUsable(IN_MEMORY) ? IN_MEMORY : tmpdir();
}

/** Checks the options and the space: some tests run programs from their folders, and containers often have 64 MB. */
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
