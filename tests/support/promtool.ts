import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';

/**
 * Returns the path of the installed promtool, or of a copy from Debian's package, which is downloaded and unpacked, but
 * not installed, because that would start a server. Returns undefined if the package can't be downloaded.
 */
export function findPromtool(): string | undefined {
  const installed = findProgram('promtool');
  if (installed) return installed;
  const dir = join(tmpdir(), 'taana-promtool');
  const path = join(dir, 'usr/bin/promtool');
  if (existsSync(path)) return path;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  mkdirSync(dir, { recursive: true });
  const download = () => spawnSync('apt-get', ['download', '-qq', 'prometheus'], { cwd: dir, stdio: 'ignore' }).status;
  if (download() !== 0) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    download();
  }
  for (const file of globSync('prometheus_*.deb', { cwd: dir })) execFileSync('dpkg', ['-x', file, '.'], { cwd: dir });
  return existsSync(path) ? path : undefined;
}
