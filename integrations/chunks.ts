import { existsSync } from 'node:fs';

/** Matches the path of a file in a package. The first group is the name of the package. */
const PACKAGE_PATH = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** A chunk of browser code. A file that is listed in several chunks goes into the chunk with the highest priority. */
interface Chunk {
  name: string;
  packages?: string[];
  /** Paths relative to `src`. */
  files: string[];
  priority?: number;
}

/**
 * Returns a group for Rolldown's `codeSplitting`. Throws an error if a listed file does not exist, because a renamed
 * file would silently end up in another chunk.
 */
export function chunk({ name, packages = [], files, priority = 0 }: Chunk) {
  const paths = files.map((file) => new URL(`../src/${file}`, import.meta.url).pathname);
  for (const path of paths) {
    if (!existsSync(path)) throw new Error(`The chunk "${name}" lists ${path}, which does not exist.`);
  }
  return {
    name,
    priority,
    test: (id: string) => paths.includes(id.split('?')[0] ?? '') || packages.includes(PACKAGE_PATH.exec(id)?.[1] ?? ''),
  };
}
