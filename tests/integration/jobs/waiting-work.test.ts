import { expect, test } from 'vitest';
import { WORK_CHECK_INTERVAL_MS, waitingWork } from '#lib/operations/jobs/waiting-work.server.ts';
import { addBulkAction } from '#lib/platform/bulk/bulk-action-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { BulkActionState } from '#lib/platform/db/tables/bulk-actions.ts';
import type { ImportState } from '#lib/platform/db/tables/import.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';

const KINDS = ['bulkActions', 'importPreviews', 'imports', 'orders'] as const;

onBothEngines('waiting work', (open) => {
  let now = 1_000_000;

  /** Returns a function that advances the clock to the next check, and returns the kinds of work that are found. */
  function createKindsReader(db: ShopDatabase) {
    const hasWaitingWork = waitingWork({ db, now: () => now });
    return async () => {
      now += WORK_CHECK_INTERVAL_MS;
      const found = await Promise.all(KINDS.map(async (kind) => ((await hasWaitingWork(kind)) ? [kind] : [])));
      return found.flat();
    };
  }

  const addImport = ({ write }: ShopDatabase, state: ImportState) =>
    write
      .insertInto('catalogue_import')
      .values({
        ...{ id: newId(), author: 'owner', actor_json: null, file_name: 'goods.csv', file_key: null, file_bytes: 0 },
        ...{ options_json: '{}', undoes: null, state, planner: null, report_json: null, problem: null },
        ...{ created_at: 1, updated_at: 1 },
      })
      .execute();

  const addBulkChange = (db: ShopDatabase, state: BulkActionState) =>
    transaction(db, (tx) =>
      addBulkAction(tx, {
        ...{ id: newId(), author: 'owner', action: 'price', carrier: null, created_at: 1 },
        ...{ subject: 'product', state, request_json: '{}' },
      }),
    );

  test('only work that a job continues is found', async () => {
    const db = await open();
    const readKinds = createKindsReader(db);
    expect(await readKinds()).toEqual([]);
    for (const state of ['planned', 'stopped', 'done'] as const) {
      await addImport(db, state);
      await addBulkChange(db, state);
    }
    expect(await readKinds()).toEqual([]);
    await addImport(db, 'planning');
    expect(await readKinds()).toEqual(['importPreviews']);
    await addImport(db, 'running');
    expect(await readKinds()).toEqual(['importPreviews', 'imports']);
  });

  test.each(['planning', 'running'] as const)('a bulk change that is %s is found', async (state) => {
    const db = await open();
    await addBulkChange(db, state);
    expect(await createKindsReader(db)()).toEqual(['bulkActions']);
  });

  test('an order is found until it is searchable', async () => {
    const db = await open();
    const readKinds = createKindsReader(db);
    await insertOrder(db, newId());
    expect(await readKinds()).toEqual(['orders']);
    await indexOrders(db);
    expect(await readKinds()).toEqual([]);
  });

  test('work is found after the clock was set back', async () => {
    const db = await open();
    const readKinds = createKindsReader(db);
    expect(await readKinds()).toEqual([]);
    now -= DAY_MS;
    await addBulkChange(db, 'running');
    expect(await readKinds()).toEqual(['bulkActions']);
  });
});
