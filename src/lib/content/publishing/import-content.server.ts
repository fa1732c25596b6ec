import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { findDocument } from '#lib/content/publishing/content-documents.server.ts';
import { fontsToSave, picturesToSave, type SourceFile } from '#lib/content/publishing/own-files.server.ts';
import { changesOf, checkTexts, publish, type TextUpdate } from '#lib/content/publishing/save-documents.server.ts';
import type { CommandShop } from '#lib/platform/cli/command.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { type AvailableFiles, fileOf } from '#lib/platform/content/content-document.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Imports a folder, and returns the changed paths. `show` receives the changes, line by line, before they are
 * published. Throws a ShopError `not_found` for a missing folder, `too_large` for
 * a large text, `invalid` with a line for each error, and `conflict` if somebody else has changed one of the documents.
 * If an error is thrown, nothing is published.
 */
export async function importContent(
  shop: Pick<CommandShop, 'db' | 'settings' | 'now'>,
  dir: string,
  { isDryRun, show }: { isDryRun: boolean; show(line: string): void },
): Promise<string[]> {
  const { texts, pictures, fonts } = await readFolder(dir);
  const { availableFiles } = contentOf(shop.db);
  const hasFile = (files: readonly SourceFile[], name: string) => files.some((file) => file.name === name);
  const filesAfterImport: AvailableFiles = {
    hasPicture: (name) => hasFile(pictures, name) || availableFiles.hasPicture(name),
    hasFont: (name) => hasFile(fonts, name) || availableFiles.hasFont(name),
  };
  checkTexts(texts, shop, filesAfterImport);
  const fileChanges = [...(await fontsToSave(shop, fonts)), ...(await picturesToSave(shop, pictures, isDryRun))];
  const changes = [...fileChanges, ...changesOf(texts, shop)];
  for (const line of changes.flatMap(({ difference }) => difference)) show(line);
  if (!isDryRun) await publish(shop, changes);
  return changes.map(({ path }) => path);
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
export async function readFolder(dir: string) {
  const isFolder = await stat(dir).then(
    (stats) => stats.isDirectory(),
    // A missing folder is reported below.
    () => false,
  );
  if (!isFolder) throw new ShopError('not_found', `There is no folder ${dir}.`);
  const texts: TextUpdate[] = [];
  const [pictures, fonts]: [SourceFile[], SourceFile[]] = [[], []];
  const problems: string[] = [];
  for (const name of await filesIn(dir)) {
    if (JUNK_FILE.test(name)) continue;
    const documentAndPath = documentAt(name);
    if (name.startsWith(PICTURES_PREFIX))
      pictures.push({ name: name.slice(PICTURES_PREFIX.length), filePath: join(dir, name) });
    else if (name.startsWith(FONTS_PREFIX))
      fonts.push({ name: name.slice(FONTS_PREFIX.length), filePath: join(dir, name) });
    else if (documentAndPath) texts.push({ ...documentAndPath, text: await readText(dir, name) });
    else problems.push(`${name}: this is not a document of the shop; \`content list\` shows all documents`);
  }
  if (problems.length > 0) throw new ShopError('invalid', problems.join('\n'));
  return { texts, pictures, fonts };
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
