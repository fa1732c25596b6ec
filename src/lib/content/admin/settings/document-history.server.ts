import { describeChanges } from '#lib/content/admin/settings/describe-changes.server.ts';
import { fieldsOfVersion } from '#lib/content/admin/settings/version-fields.server.ts';
import { changesToRevert, changeToRestore } from '#lib/content/publishing/own-texts.server.ts';
import { publish, type ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { type OwnContent, ownVersions } from '#lib/platform/content/own-content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type Document = ContentDocument<unknown>;

export interface DocumentVersion {
  version: number;
  /** The time at which the version was saved, in epoch ms. */
  at: number;
  /** Whether the version restored the demo's values. */
  isDemo: boolean;
  author: string | undefined;
  /** The changes in this version, in words. */
  lines: readonly string[];
}

export interface DocumentHistory {
  /** The newest 20 versions, newest first. Older versions can be restored with the CLI. */
  versions: readonly DocumentVersion[];
  /** The newest version, which is in use; 0 if there is none. */
  currentVersion: number;
}

const MAX_VERSIONS = 20;

/** Returns the newest 20 versions of a document, each with its changes. */
export async function documentHistory({ db }: Pick<Shop, 'db'>, document: Document): Promise<DocumentHistory> {
  const rows = await ownVersions(db.write, document.path);
  const authors = await authorsOf(db, document.path);
  const versions = rows.slice(0, MAX_VERSIONS).map((row, index) => ({
    version: row.version,
    at: row.at,
    isDemo: row.state === 'shipped',
    author: authors.get(row.version),
    lines: describeChanges(
      document,
      fieldsOfVersion(db, document, rows[index + 1]),
      fieldsOfVersion(db, document, row),
    ),
  }));
  return { versions, currentVersion: rows[0]?.version ?? 0 };
}

/** A change that restores a version, with a description in words. */
export interface Restoration extends ShownChange {
  lines: readonly string[];
}

/**
 * Returns the change that restoring a version would make; version 0 has the demo's values. Throws a ShopError
 * `not_found` if the version does not exist or its values are in use, and `invalid` if the shop no longer accepts them.
 */
export async function restoration(shop: Pick<Shop, 'db'>, document: Document, version: number): Promise<Restoration> {
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
