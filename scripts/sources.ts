/** Finds the sources of a build, and computes their hashes. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const SOURCE_PATHS = [
  ...['src', 'integrations', 'public', 'astro.config.mjs', 'package.json', 'package-lock.json'],
  ...['scripts/build-if-needed.ts', 'scripts/precompress.ts', 'scripts/sources.ts'],
];
/** The suffix of the demo shop's pictures, which are imported at the first start and are not sources of the pages. */
const PICTURE_SUFFIX = '.avif';

/**
 * The value of NODE_ENV in all builds, even if a test runner has set another value, because pages built for development
 * do not run with React's production build, which the server contains.
 */
export const NODE_ENV = 'production';
/** Part of both hashes, because a build also depends on the version of Node.js and on NODE_ENV. */
const BUILD_ENVIRONMENT = `${process.version} ${NODE_ENV}`;

/** Returns a hash of the sources' paths, sizes and modification times: reading all files would slow each start. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256').update(BUILD_ENVIRONMENT);
  for (const path of sourceFiles(root)) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}:${size}:${Math.round(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

/** Returns a hash of the sources' paths and contents, the same on all machines that build the same version. */
export function versionOf(root: string): string {
  const hash = createHash('sha256').update(BUILD_ENVIRONMENT);
  for (const path of sourceFiles(root).sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('base64url').slice(0, 20);
}

function sourceFiles(root: string): string[] {
  return SOURCE_PATHS.flatMap((source) => filesOf(root, source)).filter((path) => !path.endsWith(PICTURE_SUFFIX));
}

function filesOf(root: string, source: string): string[] {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [source];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
