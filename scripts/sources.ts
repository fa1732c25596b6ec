/** The sources of a build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const SOURCES = [
  ...['src', 'integrations', 'public', 'astro.config.mjs', 'package.json', 'package-lock.json'],
  ...['scripts/build-if-needed.ts', 'scripts/precompress.ts', 'scripts/sources.ts'],
];
/** The demo shop's pictures are imported at its first start, and are not sources of the pages. */
const PICTURES = '.avif';

/**
 * Builds always use this value, even if a test runner has set another one: pages built for development do not run with
 * React's production build, which the server contains.
 */
export const NODE_ENV = 'production';
const SALT = `${process.version} ${NODE_ENV}`;

/** Returns a hash of the sources' names, sizes and modification times: reading all files would slow down each start. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256').update(SALT);
  for (const path of sourceFiles(root)) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}:${size}:${Math.round(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

/** Returns a hash of the sources' contents, which is the same on machines that build the same version separately. */
export function versionOf(root: string): string {
  const hash = createHash('sha256').update(SALT);
  for (const path of sourceFiles(root).sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('base64url').slice(0, 20);
}

function sourceFiles(root: string): string[] {
  return SOURCES.flatMap((source) => filesOf(root, source)).filter((path) => !path.endsWith(PICTURES));
}

function filesOf(root: string, source: string): string[] {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [source];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
