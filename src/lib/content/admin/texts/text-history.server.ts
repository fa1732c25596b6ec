import { currentText, type TextLocation, type TextShop } from '#lib/content/admin/texts/current-text.server.ts';
import { TEXT_KINDS } from '#lib/content/admin/texts/text-kinds.ts';
import { formValues } from '#lib/content/admin/texts/text-markdown.server.ts';
import { differenceLines } from '#lib/content/publishing/difference.ts';
import { fieldsOf } from '#lib/platform/content/check-document.server.ts';
import { type OwnContent, ownVersions } from '#lib/platform/content/own-content.server.ts';
import { UnreadableText } from '#lib/platform/content/text-source.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export interface ComparedText {
  /** The number of the version; 0 for the demo's text. */
  version: number;
  /** The lines of `differenceLines` from the current text to this version; an empty list if they are the same. */
  difference: string[];
  /** Whether the version has a readable text. If version 0 has none, returning to this version deletes the text. */
  hasText: boolean;
}

/**
 * Returns the versions of a text, newest first, the version in use, which is 0 if the owner has never changed the text,
 * and how the version `comparedVersion` differs from the current text. Throws a
 * ShopError `not_found` for an unknown text.
 */
export async function textHistory(shop: TextShop, location: TextLocation, comparedVersion: number | undefined) {
  const { path, folder, document, content, version: currentVersion } = await currentText(shop, location);
  const rows = await ownVersions(shop.db.write, path);
  const authorOf = await textAuthors(shop.db, rows);
  const ownText = content.ownTexts.get(path);
  const currentFields = content.currentFields(document, path);
  const kind = TEXT_KINDS[folder];
  const newestRow = rows.find(({ body }) => body !== '');
  const fields = currentFields ?? (newestRow && ifReadable(() => fieldsOf(document, newestRow.body)));
  const versions = rows.map(({ version, at, state, body }) => {
    // A version can be compared and restored if it has a text that differs from the current one.
    const canRestore =
      body !== '' && version !== currentVersion && !(ownText?.state === 'own' && ownText.body === body);
    return { version, at, state, author: authorOf({ path, at }), canRestore };
  });
  const comparedRow = rows.find(({ version, body }) => version === comparedVersion && body !== '');
  const demoFields = content.demoFields(document, path);
  const comparedFields =
    comparedVersion === 0 ? demoFields : comparedRow && ifReadable(() => fieldsOf(document, comparedRow.body));
  const isCompared = comparedVersion === 0 ? currentVersion > 0 : comparedRow !== undefined;
  const compared: ComparedText | undefined =
    isCompared && comparedVersion !== undefined
      ? {
          version: comparedVersion,
          difference: differenceLines(currentFields, comparedFields),
          hasText: comparedFields !== undefined,
        }
      : undefined;
  return {
    title: formValues(kind.fields, fields)[kind.titleField] || path,
    currentVersion,
    versions,
    compared,
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

/** Returns the author of a change to a text; undefined for changes that are older than the audit log. */
type AuthorOfChange = (change: Pick<OwnContent, 'path' | 'at'>) => string | undefined;

/** Reads the authors of these changes from the audit log. Returns a function that returns the author of a change. */
export async function textAuthors(
  { read }: Pick<ShopDatabase, 'read'>,
  changes: readonly Pick<OwnContent, 'path' | 'at'>[],
): Promise<AuthorOfChange> {
  if (changes.length === 0) return () => undefined;
  const rows = await read
    .selectFrom('audit_entry')
    .select(['record_id as path', 'at', 'actor_name as name'])
    .where('record_kind', '=', 'content')
    .where('record_id', 'in', [...new Set(changes.map(({ path }) => path))])
    .where('at', 'in', [...new Set(changes.map(({ at }) => at))])
    .execute();
  const authorByChange = new Map(rows.map(({ path, at, name }) => [`${path} ${at}`, name]));
  return ({ path, at }) => authorByChange.get(`${path} ${at}`);
}
