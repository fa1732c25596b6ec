import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ChangedFields, isUnchanged } from '#lib/catalog/admin/bulk/bulk-change.ts';
import { planStep } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';
import { changeProducts, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import { patchOf } from '#lib/catalog/admin/product-values.ts';
import { readProductValues } from '#lib/catalog/admin/read-product-values.server.ts';
import { setSale } from '#lib/catalog/admin/sales/set-sale.server.ts';
import type { ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { currentActor, runAsStoredActor } from '#lib/platform/actor/actor.server.ts';
import {
  type BulkActionRow,
  finishBulkActionRow,
  readBulkAction,
  waitingRows,
} from '#lib/platform/bulk/bulk-action-rows.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { BulkActionState } from '#lib/platform/db/tables/bulk-actions.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** The number of products per step. It is low, so that other writers to the database wait only milliseconds. */
const PRODUCTS_PER_STEP = 4;
/** After this many products, the process yields to handle requests. */
const PRODUCTS_PER_YIELD = 2;
/** A pause is three times as long as the step before it, which leaves three quarters of the time to shoppers. */
const PAUSE_FACTOR = 3;
/**
 * The shortest pause after a step. Each step invalidates cached pages. With at most five steps a second, most requests
 * are still answered from the cache.
 */
const MIN_PAUSE_MS = 200;
/** The number of steps that the request itself runs, so that the result of a small selection is shown immediately. */
const STEPS_PER_REQUEST = 10;
const CHANGED_SINCE = 'It was changed in the meantime, and stays as it is.';
const DELETED = 'It was deleted.';

/**
 * Starts a bulk action for products after its preview, or continues it after a stop. Throws `not_found` if there is no
 * such bulk action, and `conflict` if the bulk action is neither `planned` nor `stopped`.
 */
export async function startBulkAction(shop: ProductShop, bulkActionId: string): Promise<void> {
  const started = { state: 'running', actor_json: JSON.stringify(currentActor() ?? null) } as const;
  const refusal = 'This bulk action has already been started.';
  await changeState(shop, bulkActionId, ['planned', 'stopped'], started, refusal);
  for (let steps = 0; steps < STEPS_PER_REQUEST; steps++) await runStep(shop, bulkActionId);
}

/**
 * Stops a bulk action after its current step. Throws `not_found` if there is no such bulk action, and `conflict` if it
 * is not running.
 */
export async function stopBulkAction(shop: ProductShop, bulkActionId: string): Promise<void> {
  const refusal = 'This bulk action has already ended.';
  await changeState(shop, bulkActionId, ['running'], { state: 'stopped' }, refusal);
}

async function changeState(
  { db }: ProductShop,
  bulkActionId: string,
  from: BulkActionState[],
  to: { state: BulkActionState; actor_json?: string },
  refusal: string,
): Promise<void> {
  // This call throws `not_found` if there is no such bulk action.
  await readBulkAction(db, bulkActionId, 'product');
  const { numUpdatedRows } = await db.write
    .updateTable('bulk_action')
    .set(to)
    .where('id', '=', bulkActionId)
    .where('state', 'in', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ShopError('conflict', refusal);
}

/**
 * Continues all previews and running bulk actions in turn until all have ended or `signal` is aborted, with pauses that
 * leave time for shoppers. Several processes may do this at the same time. A product and its row are changed in the
 * same transaction, so they match even after a process was killed.
 */
export async function runBulkActions(shop: ProductShop, signal: AbortSignal): Promise<void> {
  for (;;) {
    const bulkActions = await activeBulkActions(shop);
    if (bulkActions.length === 0) return;
    for (const { id, state, actor_json } of bulkActions) {
      if (signal.aborted) return;
      const startedAt = performance.now();
      if (state === 'planning') await planStep(shop, id);
      else await runAsStoredActor(actor_json, () => runStep(shop, id));
      const minMs = state === 'planning' ? 0 : MIN_PAUSE_MS;
      await wait(Math.max(minMs, PAUSE_FACTOR * (performance.now() - startedAt)));
    }
  }
}

function activeBulkActions({ db }: ProductShop) {
  return db.write
    .selectFrom('bulk_action')
    .select(['id', 'state', 'actor_json'])
    .where('state', 'in', ['planning', 'running'])
    .orderBy('created_at')
    .execute();
}

/** Changes the next products and stores the results in their rows, in one transaction. */
async function runStep(shop: ProductShop, bulkActionId: string): Promise<void> {
  await transaction(shop.db, async (tx) => {
    // This update locks the bulk action, so a request to stop the bulk action waits until these products are changed.
    const bulkAction = await tx
      .updateTable('bulk_action')
      .set({ state: 'running' })
      .where('id', '=', bulkActionId)
      .where('state', '=', 'running')
      .returning('action')
      .executeTakeFirst();
    if (!bulkAction) return;
    const rows = await waitingRows(tx, bulkActionId, PRODUCTS_PER_STEP);
    if (rows.length > 0)
      await changeRows(
        tx,
        shop,
        rows,
        `change ${bulkAction.action === 'end_sale' ? 'sale' : bulkAction.action} in bulk`,
      );
    if (rows.length < PRODUCTS_PER_STEP)
      await tx.updateTable('bulk_action').set({ state: 'done' }).where('id', '=', bulkActionId).execute();
  });
}

async function changeRows(tx: Tx, shop: ProductShop, rows: readonly BulkActionRow[], action: string): Promise<void> {
  await lockCatalogue(tx);
  const products = await readProductValues(
    tx,
    rows.map(({ record_id }) => Number(record_id)),
  );
  const changes: { row: BulkActionRow; patch: ProductPatch }[] = [];
  for (const row of rows) {
    const product = products.get(Number(row.record_id));
    const after = fieldsOf(row.after_json);
    if (!product || !isUnchanged(product, fieldsOf(row.before_json)))
      await finishBulkActionRow(tx, row, { state: 'failed', message: product ? CHANGED_SINCE : DELETED });
    else if (after.sale) {
      await setSale(tx, shop, product, after.sale.planned ?? undefined);
      await finishBulkActionRow(tx, row, { state: 'done' });
    } else changes.push({ row, patch: patchOf(product, after) });
  }
  for (let from = 0; from < changes.length; from += PRODUCTS_PER_YIELD) {
    const batch = changes.slice(from, from + PRODUCTS_PER_YIELD);
    const patches = batch.map(({ patch }) => patch);
    const problems = await changeProducts(tx, shop, patches, action);
    for (const [index, { row }] of batch.entries()) {
      const message = problems[index];
      await finishBulkActionRow(tx, row, message === undefined ? { state: 'done' } : { state: 'failed', message });
    }
    await yieldToEventLoop();
  }
}

function fieldsOf(json: string | null): ChangedFields {
  return JSON.parse(json ?? '{}') as ChangedFields;
}
