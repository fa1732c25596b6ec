import { currentText, type TextLocation, type TextShop } from '#lib/content/admin/texts/current-text.server.ts';
import { textAuthors } from '#lib/content/admin/texts/text-authors.server.ts';
import { TEXT_KINDS } from '#lib/content/admin/texts/text-kinds.ts';
import { formValues } from '#lib/content/admin/texts/text-markdown.server.ts';
import { differenceLines } from '#lib/content/publishing/difference.ts';
import { fieldsOf } from '#lib/platform/content/check-document.server.ts';
import { type OwnContent, ownVersions } from '#lib/platform/content/own-content.server.ts';
import { UnreadableText } from '#lib/platform/content/text-source.ts';

export interface TextVersion {
  version: number;
  /** The time at which the version was saved, in epoch ms. */
  at: number;
  author: string | undefined;
  state: OwnContent['state'];
  /** Whether the version can be compared and restored, because it has a text that differs from the current one. */
  canRestore: boolean;
}

export interface ComparedText {
  /** The number of the version; 0 for the demo's text. */
  version: number;
  /** The lines of `differenceLines` from the current text to this version; an empty list if they are the same. */
  difference: string[];
  /** Whether the version has a readable text. If version 0 has none, returning to this version deletes the text. */
  hasText: boolean;
}

export interface TextHistory {
  title: string;
  /** The version in use; 0 if the owner has never changed the text. */
  currentVersion: number;
  /** The versions, newest first. */
  versions: TextVersion[];
  compared: ComparedText | undefined;
}

/**
 * Returns the versions of a text, and how the version `comparedVersion` differs from the current text. Throws a
 * ShopError `not_found` for an unknown text.
 */
export async function textHistory(
  shop: TextShop,
  location: TextLocation,
  comparedVersion: number | undefined,
): Promise<TextHistory> {
  const { path, folder, document, content, version: currentVersion } = await currentText(shop, location);
  const rows = await ownVersions(shop.db.write, path);
  const authorOf = await textAuthors(shop.db, rows);
  const ownText = content.ownTexts.get(path);
  const currentFields = content.currentFields(document, path);
  const kind = TEXT_KINDS[folder];
  const newestRow = rows.find(({ body }) => body !== '');
  const fields = currentFields ?? (newestRow && ifReadable(() => fieldsOf(document, newestRow.body)));
  const versions = rows.map(({ version, at, state, body }) => {
    const canRestore =
      body !== '' && version !== currentVersion && !(ownText?.state === 'own' && ownText.body === body);
    return { version, at, state, author: authorOf({ path, at }), canRestore };
  });
  const comparedRow = rows.find(({ version, body }) => version === comparedVersion && body !== '');
  const demoFields = content.demoFields(document, path);
  const comparedFields =
    comparedVersion === 0 ? demoFields : comparedRow && ifReadable(() => fieldsOf(document, comparedRow.body));
  const isCompared = comparedVersion === 0 ? currentVersion > 0 : comparedRow !== undefined;
  return {
    title: formValues(kind.fields, fields)[kind.titleField] || path,
    currentVersion,
    versions,
    compared:
      isCompared && comparedVersion !== undefined
        ? {
            version: comparedVersion,
            difference: differenceLines(currentFields, comparedFields),
            hasText: comparedFields !== undefined,
          }
        : undefined,
  };
}

/** Returns the result of `read`; undefined for a text that can't be read at all. */
function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableText) return undefined;
    throw error;
  }
}
