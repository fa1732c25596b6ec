import { applyOverlay } from '#lib/platform/content/apply-overlay.server.ts';
import { fieldsOf } from '#lib/platform/content/check-document.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { type OwnContent, ownVersions } from '#lib/platform/content/own-content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

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
