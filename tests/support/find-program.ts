import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the path of a program, or undefined if it is not found. If `install` is true and the program is missing,
 * tries to install it with `installPackages`.
 */
export function findProgram(name: string, install = false, packages = [name]): string | undefined {
  const path = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((dir) => join(dir, name))
    .find(existsSync);
  if (path || !install || !installPackages(packages)) return path;
  return findProgram(name);
}

/** Installs packages if the process runs as root on a system with apt. Otherwise, does nothing and returns false. */
export function installPackages(packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'ignore', env });
  return true;
}
