import { existsSync } from 'node:fs';

const NODE_MODULES = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** A chunk of browser code. If several chunks name a file, the one with the highest priority gets it. */
interface Chunk {
  name: string;
  packages?: string[];
  /** Below `src`. */
  files: string[];
  priority?: number;
}

/**
 * A group for Rolldown's `codeSplitting`. Throws for a missing file, whose code would otherwise end up in another chunk
 * unnoticed.
 */
export function chunk({ name, packages = [], files, priority = 0 }: Chunk) {
  const paths = files.map((file) => new URL(`../src/${file}`, import.meta.url).pathname);
  for (const path of paths) {
    if (!existsSync(path)) throw new Error(`The chunk "${name}" names ${path}, which does not exist.`);
  }
  return {
    name,
    priority,
    test: (id: string) => paths.includes(id.split('?')[0] ?? '') || packages.includes(NODE_MODULES.exec(id)?.[1] ?? ''),
  };
}
