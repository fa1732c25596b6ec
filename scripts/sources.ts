/** The sources of a build. */
import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const SOURCES = [
  ...['src', 'build', 'public', 'astro.config.mjs', 'package.json', 'package-lock.json'],
  ...['scripts/build-if-needed.ts', 'scripts/sources.ts'],
];
/** The demo shop's pictures are data of the first start, not sources of the pages. */
const PICTURES = '.avif';
/** Bundled by the build, or types only: nothing reads these files afterwards. */
const BUILT = /^src\/((pages|components|islands)\/|(main|server|workers)\.ts$)|\.d\.ts$/;
const TYPED = /\.ts$/;
const WIDE_SPACE = '\u2002';
/** References to another source: an import, or the file of a thread. */
const SOURCE_NAME = /(['"](?:#|\.{1,2}\/)[\w./-]+)\.ts(?=['"])/g;

/** Names, sizes and times of change: reading every file would cost the quick start its budget. */
export function fingerprint(root: string, salt: string): string {
  const hash = createHash('sha256').update(salt);
  for (const path of builtFrom(root)) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}:${size}:${Math.round(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

/** A hash of the contents, so that machines which build separately recognise the same version. */
export function versionOf(root: string, salt: string): string {
  const hash = createHash('sha256').update(salt);
  for (const path of builtFrom(root).sort()) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('base64url').slice(0, 20);
}

/**
 * Copies the sources that a running shop reads later, such as those of threads, so that edits do not affect it. Types
 * are removed at the same lines and columns: a Node that does this itself takes 17 MB more memory.
 */
export function copySources(root: string, folder: string): void {
  for (const path of ['package.json', ...filesOf(root, 'src')]) {
    if (BUILT.test(path.replaceAll('\\', '/'))) continue;
    const [from, to] = [join(root, path), join(folder, path)];
    mkdirSync(dirname(to), { recursive: true });
    if (TYPED.test(path)) writeFileSync(to.replace(TYPED, '.js'), withoutTypes(readFileSync(from, 'utf8')));
    // Pictures are replaced rather than edited, and are larger than everything else together.
    else if (!path.endsWith(PICTURES) || !linked(from, to)) copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}

function withoutTypes(source: string): string {
  const stripped = stripTypeScriptTypes(source).replaceAll(WIDE_SPACE, ' ');
  return stripped.replace(SOURCE_NAME, '$1.js');
}

function builtFrom(root: string): string[] {
  return SOURCES.flatMap((source) => filesOf(root, source)).filter((path) => !path.endsWith(PICTURES));
}

function filesOf(root: string, source: string): string[] {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [source];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    // Some file systems do not support links.
    return false;
  }
}
