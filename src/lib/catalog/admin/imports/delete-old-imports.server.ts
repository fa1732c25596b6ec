import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const RETENTION_MS = 90 * DAY_MS;
const PREVIEW_RETENTION_MS = DAY_MS;

/**
 * Deletes imports that were created more than 90 days ago, with their files, unless they are in progress. Imports that
 * have only been previewed are deleted after one day. The audit log is kept.
 */
export async function deleteOldImports({ db, files, now }: Pick<Shop, 'db' | 'files' | 'now'>): Promise<void> {
  const at = now();
  const deletedRows = await db.write
    .deleteFrom('catalogue_import')
    .where('state', 'in', ['planned', 'stopped', 'done'])
    .where((eb) =>
      eb.or([
        eb('created_at', '<', at - RETENTION_MS),
        eb.and([eb('state', '=', 'planned'), eb('created_at', '<', at - PREVIEW_RETENTION_MS)]),
      ]),
    )
    .returning('file_key')
    .execute();
  for (const { file_key } of deletedRows) if (file_key !== null) await files.remove(file_key);
}
