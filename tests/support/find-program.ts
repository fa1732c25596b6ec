import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The path of a program; undefined if it is not found. With `install`, installs it if it is missing, where
 * `installPackages` can.
 */
export function findProgram(name: string, install = false, packages = [name]): string | undefined {
  const path = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((dir) => join(dir, name))
    .find(existsSync);
  if (path || !install || !installPackages(packages)) return path;
  return findProgram(name);
}

/** Installs packages with apt as root on Debian; elsewhere, does nothing and returns false. */
export function installPackages(packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'ignore', env });
  return true;
}
