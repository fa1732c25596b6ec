import { describeChanges } from '#lib/content/admin/settings/describe-changes.server.ts';
import { changesToRevert, changeToRestore } from '#lib/content/publishing/own-texts.server.ts';
import { publish, type ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { applyOverlay } from '#lib/platform/content/apply-overlay.server.ts';
import { fieldsOf } from '#lib/platform/content/check-document.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { type OwnContent, ownVersions } from '#lib/platform/content/own-content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type Document = ContentDocument<unknown>;

const MAX_VERSIONS = 20;

/**
 * Returns the newest 20 versions of a document, newest first, and the version in use, which is 0 if there is none.
 * Older versions can be restored with the CLI.
 */
export async function documentHistory({ db }: Pick<Shop, 'db'>, document: Document) {
  const rows = await ownVersions(db.write, document.path);
  const authors = await authorsOf(db, document.path);
  const versions = rows.slice(0, MAX_VERSIONS).map((row, index) => ({
    version: row.version,
    /** The time at which the version was saved, in epoch ms. */
    at: row.at,
    /** Whether the version restored the demo's values. */
    isDemo: row.state === 'shipped',
    author: authors.get(row.version),
    /** The changes in this version, in words. */
    lines: describeChanges(
      document,
      fieldsOfVersion(db, document, rows[index + 1]),
      fieldsOfVersion(db, document, row),
    ),
  }));
  return { versions, currentVersion: rows[0]?.version ?? 0 };
}

/**
 * Returns the change that restoring a version would make, with a description in words; version 0 has the demo's values.
 * Throws a ShopError `not_found` if the version does not exist or its values are in use, and `invalid` if the shop no
 * longer accepts them.
 */
export async function restoration(shop: Pick<Shop, 'db'>, document: Document, version: number) {
  const change = await changeForVersion(shop, document, version);
  return { ...change, lines: change.beforeAndAfter ? describeChanges(document, ...change.beforeAndAfter) : [] };
}

async function changeForVersion({ db }: Pick<Shop, 'db'>, document: Document, version: number): Promise<ShownChange> {
  await contentOf(db).reloadIfChanged(db.write);
  const rows = await ownVersions(db.write, document.path);
  const isDemo = version === 0 || rows.some((row) => row.version === version && row.state === 'shipped');
  if (!isDemo) return changeToRestore({ db }, document.path, version);
  const { changes } = await changesToRevert({ db }, document.path);
  if (changes[0]) return changes[0];
  throw new ShopError('not_found', 'These values are already in use.');
}

/**
 * Restores a version. Throws a ShopError `conflict` if the version in use differs from `currentVersion`, the version
 * that the user saw; otherwise, throws the same errors as `restoration`.
 */
export async function restoreVersion(
  shop: Pick<Shop, 'db' | 'now'>,
  document: Document,
  { version, currentVersion }: { version: number; currentVersion: number },
): Promise<void> {
  const change = await restoration(shop, document, version);
  if (change.baseVersion !== currentVersion) {
    throw new ShopError(
      'conflict',
      'Somebody else saved these settings in the meantime. Please check the changes again.',
    );
  }
  await publish(shop, [change]);
}

/** Returns the author of each version, according to the newest entries in the audit log. */
async function authorsOf(db: Shop['db'], path: OwnContent['path']): Promise<ReadonlyMap<number, string>> {
  const { entries } = await readAudit(db, { record: { kind: 'content', id: path } });
  return new Map(
    entries.flatMap(({ actor, changes }) => {
      const versionChange = changes.find(({ field }) => field === 'version');
      return versionChange ? [[Number(versionChange.after), actor] as const] : [];
    }),
  );
}

/** Returns the fields of a document at one of its versions. Version 0 and unknown versions have the demo's values. */
export async function fieldsAtVersion(
  db: Shop['db'],
  document: ContentDocument<unknown>,
  version: number,
): Promise<unknown> {
  const versions = await ownVersions(db.write, document.path);
  return fieldsOfVersion(
    db,
    document,
    versions.find((row) => row.version === version),
  );
}

/** Returns the fields of a stored version, or the demo's if the version is undefined or has no text of the owner. */
export function fieldsOfVersion(
  db: Pick<Shop['db'], 'memo'>,
  document: ContentDocument<unknown>,
  storedVersion: OwnContent | undefined,
): unknown {
  const demoFields = contentOf(db).demoFields(document, document.path);
  return storedVersion?.state === 'own'
    ? applyOverlay(document, demoFields, fieldsOf(document, storedVersion.body))
    : demoFields;
}
