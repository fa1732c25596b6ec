import type { Shop } from '#lib/platform/shop.server.ts';
import { TaggedCache } from '#lib/platform/tagged-cache.ts';
import { SECOND_MS } from '#lib/primitives/durations.ts';
import { IS_NOT_INDEXED } from '#lib/sales/orders/list/index-orders.server.ts';

/** The interval of jobs whose progress staff watch: as long as that of the page (bulk-progress.script.ts). */
export const WORK_CHECK_INTERVAL_MS = 2 * SECOND_MS;
/** Jobs with the same interval run almost at the same time, so they share one query in each interval. */
const MAX_AGE_MS = WORK_CHECK_INTERVAL_MS / 2;

/** Work that starts when a row in the database asks for it. */
export type WorkKind = 'bulkActions' | 'importPreviews' | 'imports' | 'orders';

/** Reads which jobs have work in the database, in one query for all of these jobs. */
export class WaitingWork {
  readonly #shop: Pick<Shop, 'db' | 'now'>;
  readonly #answers = new TaggedCache({ maxEntries: 1 });

  constructor(shop: Pick<Shop, 'db' | 'now'>) {
    this.#shop = shop;
  }

  /** Returns whether work of this kind is waiting. The answer may be up to a second old. */
  async hasAny(kind: WorkKind): Promise<boolean> {
    const second = String(Math.floor(this.#shop.now() / MAX_AGE_MS));
    const kinds = await this.#answers.remember(second, [], () => this.#read(), MAX_AGE_MS);
    return Boolean(kinds[kind]);
  }

  /** The values are booleans on PostgreSQL and numbers on SQLite. */
  #read(): Promise<Record<WorkKind, unknown>> {
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
