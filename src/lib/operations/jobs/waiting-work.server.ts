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

/** Reads from the database which kinds of work are waiting, in one query for all kinds. */
export class WaitingWork {
  readonly #shop: Pick<Shop, 'db' | 'now'>;
  readonly #cache = new TaggedCache({ maxEntries: 1 });

  constructor(shop: Pick<Shop, 'db' | 'now'>) {
    this.#shop = shop;
  }

  /** Returns whether work of this kind is waiting. The result may be up to a second old. */
  async hasAny(kind: WorkKind): Promise<boolean> {
    const period = String(Math.floor(this.#shop.now() / MAX_AGE_MS));
    const waitingByKind = await this.#cache.remember(period, [], () => this.#readWaitingKinds(), MAX_AGE_MS);
    return Boolean(waitingByKind[kind]);
  }

  /** Returns whether work of each kind is waiting, as booleans on PostgreSQL and as numbers on SQLite. */
  #readWaitingKinds(): Promise<Record<WorkKind, unknown>> {
    return this.#shop.db.write
      .selectNoFrom(({ exists, selectFrom }) => {
        const imports = selectFrom('catalogue_import').select('id');
        return [
          exists(selectFrom('bulk_action').select('id').where('state', 'in', ['planning', 'running'])).as(
            'bulkActions',
          ),
          exists(imports.where('state', '=', 'planning')).as('importPreviews'),
          exists(imports.where('state', '=', 'running')).as('imports'),
          exists(selectFrom('orders').select('id').where(IS_NOT_INDEXED)).as('orders'),
        ];
      })
      .executeTakeFirstOrThrow();
  }
}
