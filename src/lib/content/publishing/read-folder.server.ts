import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { findDocument } from '#lib/content/publishing/content-documents.server.ts';
import type { TextUpdate } from '#lib/content/publishing/save-documents.server.ts';
import { fileOf } from '#lib/platform/content/content-document.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

export interface SourceFile {
  /** The name relative to its folder, such as `slides/1.avif`. */
  name: string;
  /** The path of the file on this machine. */
  filePath: string;
}

export interface SourceFolder {
  texts: TextUpdate[];
  pictures: SourceFile[];
  fonts: SourceFile[];
}

const PICTURES_PREFIX = 'pictures/';
const FONTS_PREFIX = 'fonts/';
/** Files that systems and editors create in folders: `.DS_Store`, `Thumbs.db`, `settings.json~`. */
const JUNK_FILE = /(?:^|\/)(?:\.|Thumbs\.db$|desktop\.ini$|__MACOSX(?:\/|$))|(?:~|\.bak|\.swp|\.tmp)$/;
const MAX_TEXT_BYTES = 1_000_000;

/**
 * Reads a folder to import. Throws a ShopError `not_found` for a missing folder, `too_large` for a text of more than 1
 * MB, and `invalid` for a text that is not in UTF-8, or with a line for each file that is neither a document of the
 * shop nor below `pictures` or `fonts`.
 */
export async function readFolder(dir: string): Promise<SourceFolder> {
  const isFolder = await stat(dir).then(
    (stats) => stats.isDirectory(),
    // A missing folder is reported below.
    () => false,
  );
  if (!isFolder) throw new ShopError('not_found', `There is no folder ${dir}.`);
  const folder: SourceFolder = { texts: [], pictures: [], fonts: [] };
  const problems: string[] = [];
  for (const name of await filesIn(dir)) {
    if (JUNK_FILE.test(name)) continue;
    const documentAndPath = documentAt(name);
    if (name.startsWith(PICTURES_PREFIX))
      folder.pictures.push({ name: name.slice(PICTURES_PREFIX.length), filePath: join(dir, name) });
    else if (name.startsWith(FONTS_PREFIX))
      folder.fonts.push({ name: name.slice(FONTS_PREFIX.length), filePath: join(dir, name) });
    else if (documentAndPath) folder.texts.push({ ...documentAndPath, text: await readText(dir, name) });
    else problems.push(`${name}: this is not a document of the shop; \`content list\` shows all documents`);
  }
  if (problems.length > 0) throw new ShopError('invalid', problems.join('\n'));
  return folder;
}

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

async function readText(dir: string, name: string): Promise<string> {
  const file = join(dir, name);
  if ((await stat(file)).size > MAX_TEXT_BYTES) throw new ShopError('too_large', `${name} is larger than a megabyte.`);
  return decodeUtf8(await readFile(file), name);
}

function decodeUtf8(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Decoding fails only for invalid UTF-8.
    throw new ShopError('invalid', `${name}:1:1: the file is not in UTF-8; save it as UTF-8`);
  }
}

function documentAt(name: string): Omit<TextUpdate, 'text'> | undefined {
  const path = name.replace(/\.(?:json|md)$/, '');
  const document = findDocument(path);
  return document && fileOf(path, document.format) === name ? { document, path } : undefined;
}
