import type { Shop } from '#lib/platform/shop.server.ts';
import { TaggedCache } from '#lib/platform/tagged-cache.ts';
import { SECOND_MS } from '#lib/primitives/durations.ts';
import { IS_NOT_INDEXED } from '#lib/sales/orders/list/index-orders.server.ts';

/** The interval of jobs whose progress a page shows. The page is refreshed as often (bulk-progress.script.ts). */
export const WORK_CHECK_INTERVAL_MS = 2 * SECOND_MS;
/** Jobs with the same interval run almost at the same time, so they share one query in each interval. */
const MAX_AGE_MS = WORK_CHECK_INTERVAL_MS / 2;

/** Work that is requested by a row in the database. */
export type WorkKind = 'bulkActions' | 'importPreviews' | 'imports' | 'orders';

/**
 * Returns a function that returns whether work of a kind is waiting. It reads all kinds in one query, and the result may
 * be up to a second old.
 */
export function waitingWork({ db, now }: Pick<Shop, 'db' | 'now'>): (kind: WorkKind) => Promise<boolean> {
  const cache = new TaggedCache({ maxEntries: 1 });
  return async (kind) => {
    const period = String(Math.floor(now() / MAX_AGE_MS));
    const waitingByKind = await cache.remember(period, [], () => readWaitingKinds(db), MAX_AGE_MS);
    return Boolean(waitingByKind[kind]);
  };
}

/** Returns whether work of each kind is waiting, as booleans on PostgreSQL and as numbers on SQLite. */
function readWaitingKinds({ write }: Shop['db']): Promise<Record<WorkKind, unknown>> {
  return write
    .selectNoFrom(({ exists, selectFrom }) => {
      const imports = selectFrom('catalogue_import').select('id');
      return [
        exists(selectFrom('bulk_action').select('id').where('state', 'in', ['planning', 'running'])).as('bulkActions'),
        exists(imports.where('state', '=', 'planning')).as('importPreviews'),
        exists(imports.where('state', '=', 'running')).as('imports'),
        exists(selectFrom('orders').select('id').where(IS_NOT_INDEXED)).as('orders'),
      ];
    })
    .executeTakeFirstOrThrow();
}
