import { currentText, type TextName, type TextShop } from '#lib/content/admin/texts/current-text.server.ts';
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
  /** Whether the version can be compared and restored, because it has a text that is not the current text. */
  isEarlier: boolean;
}

export interface ComparedText {
  /** The number of the version; 0 for the demo's text. */
  version: number;
  /** The difference from the current text to this version, in the format of the CLI; an empty list if there is none. */
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
 * Returns the versions of a text, and how the version `comparedVersion` differs from the current text. Throws
 * `not_found` for an unknown text.
 */
export async function textHistory(
  shop: TextShop,
  name: TextName,
  comparedVersion: number | undefined,
): Promise<TextHistory> {
  const { path, folder, document, content, version: current } = await currentText(shop, name);
  const rows = await ownVersions(shop.db.write, path);
  const authorOf = await textAuthors(shop.db, rows);
  const ownText = content.ownTexts.get(path);
  const currentFields = content.currentFields(document, path);
  const kind = TEXT_KINDS[folder];
  const newestRow = rows.find(({ body }) => body !== '');
  const fields = currentFields ?? (newestRow && ifReadable(() => fieldsOf(document, newestRow.body)));
  const versions = rows.map(({ version, at, state, body }) => {
    const isEarlier = body !== '' && version !== current && !(ownText?.state === 'own' && ownText.body === body);
    return { version, at, state, author: authorOf({ path, at }), isEarlier };
  });
  const comparedRow = rows.find(({ version, body }) => version === comparedVersion && body !== '');
  const demoFields = content.demoFields(document, path);
  const comparedFields =
    comparedVersion === 0 ? demoFields : comparedRow && ifReadable(() => fieldsOf(document, comparedRow.body));
  const isCompared = comparedVersion === 0 ? current > 0 : comparedRow !== undefined;
  return {
    title: formValues(kind.fields, fields)[kind.titleField] || path,
    currentVersion: current,
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
