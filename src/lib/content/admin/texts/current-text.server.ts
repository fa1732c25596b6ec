import { isTextFolder, TEXT_KINDS, type TextFolder } from '#lib/content/admin/texts/text-kinds.ts';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import { type ContentDocument, hasPath } from '#lib/platform/content/content-document.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export type TextShop = Pick<Shop, 'db' | 'now'>;

/** The folder and the file name of a text, as in its URL in the admin. */
export interface TextLocation {
  folder: TextFolder;
  file: string;
}

export interface CurrentText extends TextLocation {
  path: string;
  document: ContentDocument<unknown>;
  content: Content;
  /** The version of the text; 0 if the owner has never changed it. */
  version: number;
}

const CHANGED_MEANWHILE =
  'Somebody else has saved this text in the meantime. Nothing was changed. Look at what is saved now, then send the form again.';

/**
 * Returns the newest version of a text, even if another process just saved it. Throws a ShopError `not_found` for an
 * unknown text.
 */
export async function currentText(
  { db }: Pick<TextShop, 'db'>,
  { folder, file }: { folder: string; file: string },
): Promise<CurrentText> {
  const content = contentOf(db);
  await content.reloadIfChanged(db.write);
  const path = `${folder}/${file}`;
  const document = isTextFolder(folder) ? TEXT_KINDS[folder].document : undefined;
  const isKnown = document && hasPath(document, path);
  // A deleted text is also found, because it still has its versions.
  if (!isKnown || !isTextFolder(folder) || !(content.pathsOf(document).includes(path) || content.ownTexts.has(path))) {
    throw new ShopError('not_found', 'There is no such text.');
  }
  return { folder, file, path, document, content, version: content.ownTexts.get(path)?.version ?? 0 };
}

/** Throws a ShopError `conflict` if the form showed another version. */
export function requireVersion(text: Pick<CurrentText, 'version'>, version: number): void {
  if (text.version !== version) throw changedMeanwhile();
}

/**
 * Returns a ShopError `conflict` with an error for the field `version`, so that the page shows the saved values beside
 * the values in the form.
 */
export function changedMeanwhile(): ShopError {
  return new ShopError('conflict', CHANGED_MEANWHILE, { version: CHANGED_MEANWHILE });
}
