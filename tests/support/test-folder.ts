import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 6 * 1024 ** 3;

/**
 * The folder for the databases and files of tests: in memory if Linux offers one with enough space, because copying a
 * database on a disk takes ten times as much CPU time. `TMPDIR` takes precedence.
 */
export function testFolder(): string {
  return !process.env.TMPDIR && isUsable(IN_MEMORY) ? IN_MEMORY : tmpdir();
}

/** Some tests run programs from their folders, and containers often offer 64 MB only. */
function isUsable(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const [, , , options = 'noexec'] = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === folder) ?? [];
    const freeBytes = Math.min(bavail * bsize, process.availableMemory());
    return freeBytes >= MIN_FREE_BYTES && !options.split(',').includes('noexec');
  } catch {
    return false;
  }
}
