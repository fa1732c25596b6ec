import { isTextFolder, TEXT_KINDS, type TextFolder } from '#lib/content/desk/texts/text-kinds.ts';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import { type ContentDocument, hasPath } from '#lib/platform/content/content-document.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export type TextShop = Pick<Shop, 'db' | 'now'>;

/** Identifies a text, as in its address in the admin. */
export interface TextName {
  folder: TextFolder;
  file: string;
}

export interface CurrentText extends TextName {
  path: string;
  document: ContentDocument<unknown>;
  content: Content;
  /** 0 if the owner has never changed the text. */
  version: number;
}

const CHANGED_MEANWHILE =
  'Somebody else has saved this text in the meantime. Nothing was changed. Look at what is saved now, then send the form again.';

/** Returns the newest version of a text, even if another process has just saved it. Throws `not_found`. */
export async function currentText(
  { db }: Pick<TextShop, 'db'>,
  { folder, file }: { folder: string; file: string },
): Promise<CurrentText> {
  const content = contentOf(db);
  await content.reloadIfChanged(db.write);
  const path = `${folder}/${file}`;
  const document = isTextFolder(folder) ? TEXT_KINDS[folder].document : undefined;
  const isKnown = document && hasPath(document, path);
  // A deleted text still has its versions.
  if (!isKnown || !isTextFolder(folder) || !(content.pathsOf(document).includes(path) || content.ownTexts.has(path))) {
    throw new ShopError('not_found', 'There is no such text.');
  }
  return { folder, file, path, document, content, version: content.ownTexts.get(path)?.version ?? 0 };
}

/** Throws `conflict` if the form showed another version. */
export function requireVersion(text: Pick<CurrentText, 'version'>, version: number): void {
  if (text.version !== version) throw changedMeanwhile();
}

/** Because the field `version` has an error, the page shows the saved values beside the values in the form. */
export function changedMeanwhile(): ShopError {
  return new ShopError('conflict', CHANGED_MEANWHILE, { version: CHANGED_MEANWHILE });
}
