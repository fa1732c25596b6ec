/** Finds the sources of a build, and computes their hashes. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const SOURCES = [
  ...['src', 'integrations', 'public', 'astro.config.mjs', 'package.json', 'package-lock.json'],
  ...['scripts/build-if-needed.ts', 'scripts/precompress.ts', 'scripts/sources.ts'],
];
/** The suffix of the demo shop's pictures, which are imported at the first start and are not sources of the pages. */
const PICTURES = '.avif';

/**
 * The value of NODE_ENV in all builds, even if a test runner has set another value, because pages built for development
 * do not run with React's production build, which the server contains.
 */
export const NODE_ENV = 'production';
const SALT = `${process.version} ${NODE_ENV}`;

/** Returns a hash of the sources' names, sizes and times of change, because reading all files would slow each start. */
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
