import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const RETENTION_MS = 90 * DAY_MS;
const PREVIEW_RETENTION_MS = DAY_MS;

/**
 * Deletes bulk actions for products and for the inbox that were created more than 90 days ago, unless they are in
 * progress. Bulk actions that have only been previewed are deleted after one day. The audit log is kept.
 */
export async function deleteOldBulkActions({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const at = now();
  await db.write
    .deleteFrom('bulk_action')
    .where('subject', 'in', ['product', 'inbox'])
    .where('state', 'in', ['planned', 'stopped', 'done'])
    .where((eb) =>
      eb.or([
        eb('created_at', '<', at - RETENTION_MS),
        eb.and([eb('state', '=', 'planned'), eb('created_at', '<', at - PREVIEW_RETENTION_MS)]),
      ]),
    )
    .execute();
}
