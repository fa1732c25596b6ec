import { sql } from 'kysely';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const RETENTION_MS = 90 * DAY_MS;
const PREVIEW_RETENTION_MS = DAY_MS;

/**
 * Deletes bulk actions for products and for the inbox that were created more than 90 days ago, unless they are in
 * progress. Bulk actions that have only been previewed are deleted after one day. The audit log is kept.
 */
export async function deleteOldBulkActions({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const subjects = ['product', 'inbox'] as const;
  await db.write.deleteFrom('bulk_action').where('subject', 'in', subjects).where(isOutdated(now())).execute();
}

/**
 * Deletes imports that were created more than 90 days ago, with their files, unless they are in progress. Imports that
 * have only been previewed are deleted after one day. The audit log is kept.
 */
export async function deleteOldImports({ db, files, now }: Pick<Shop, 'db' | 'files' | 'now'>): Promise<void> {
  const deletedRows = await db.write
    .deleteFrom('catalogue_import')
    .where(isOutdated(now()))
    .returning('file_key')
    .execute();
  for (const { file_key } of deletedRows) if (file_key !== null) await files.remove(file_key);
}

function isOutdated(at: number) {
  const isOldPreview = sql<boolean>`state = 'planned' and created_at < ${at - PREVIEW_RETENTION_MS}`;
  return sql<boolean>`state in ('planned', 'stopped', 'done')
    and (created_at < ${at - RETENTION_MS} or (${isOldPreview}))`;
}
