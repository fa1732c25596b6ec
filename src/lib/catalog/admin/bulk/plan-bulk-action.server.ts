import { type BulkChange, plannedChange } from '#lib/catalog/admin/bulk/bulk-change.ts';
import { filteredProducts } from '#lib/catalog/admin/list/filter-products.server.ts';
import type { ProductQuery } from '#lib/catalog/admin/list/product-query.schema.ts';
import { readProductValues } from '#lib/catalog/admin/read-product-values.server.ts';
import { facetValueIdQuery } from '#lib/catalog/listing/taxonomy.server.ts';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import {
  addBulkAction,
  addBulkActionRows,
  type BulkActionRow,
  readBulkAction,
} from '#lib/platform/bulk/bulk-action-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

const PRODUCTS_PER_STEP = 100;
const END_IN_PAST = 'The end must be in the future.';
const NONE_CHOSEN = 'Choose products in the list first.';
const NO_CATEGORY = 'There is no such category.';

type PlanShop = Pick<Shop, 'db' | 'now'>;

/** The stored request of a bulk action: what the bulk action changes, and in which products. */
export interface BulkActionRequest {
  change: BulkChange;
  /** The products: by id, by the filters of a list, or by the bulk action whose changes are undone. */
  chosen: { products: number[] } | { list: ProductQuery } | { changedBy: string };
}

/**
 * Stores a bulk action and begins its preview; `planStep` continues the preview. Returns the id of the bulk action.
 * Throws `invalid` if no products are chosen or if a sale would end in the past, and `not_found` if the category does
 * not exist.
 */
export async function planBulkAction(shop: PlanShop, request: BulkActionRequest): Promise<string> {
  const { change, chosen } = request;
  if ('products' in chosen && chosen.products.length === 0) throw new ShopError('invalid', NONE_CHOSEN);
  if (change.action === 'sale' && change.endsAt !== null && change.endsAt <= shop.now())
    throw new ShopError('invalid', END_IN_PAST, { ends_at: END_IN_PAST });
  if (
    change.action === 'category' &&
    !(await facetValueIdQuery(shop.db.read, 'category', change.category).executeTakeFirst())
  )
    throw new ShopError('not_found', NO_CATEGORY, { category: NO_CATEGORY });
  return beginPlan(shop, request);
}

/**
 * Stores a bulk action that restores the values that another bulk action replaced. This is possible even if the other
 * bulk action could no longer be planned, for example because its sale has ended or its category has been deleted.
 * Returns the id of the undo. Throws `not_found` if there is no bulk action for products with this id.
 */
export async function planUndo(shop: PlanShop, bulkActionId: string): Promise<string> {
  const bulkAction = await readBulkAction(shop.db, bulkActionId, 'product');
  return beginPlan(shop, { change: parseRequest(bulkAction).change, chosen: { changedBy: bulkActionId } });
}

async function beginPlan(shop: PlanShop, request: BulkActionRequest): Promise<string> {
  const id = newId();
  const author = currentActor()?.name ?? '';
  await transaction(shop.db, (tx) =>
    addBulkAction(tx, {
      ...{ id, author, action: request.change.action, carrier: null, created_at: shop.now() },
      ...{ subject: 'product', state: 'planning', request_json: JSON.stringify(request) },
    }),
  );
  await planStep(shop, id);
  return id;
}

/** Returns the request that is stored with a bulk action. */
export function parseRequest({ request_json }: { request_json: string | null }): BulkActionRequest {
  return JSON.parse(request_json ?? '{}') as BulkActionRequest;
}

/**
 * Adds the next products to a preview. Several processes may do this at the same time: each product is added once.
 * Throws `not_found` if there is no bulk action for products with this id.
 */
export async function planStep({ db, now }: PlanShop, bulkActionId: string): Promise<void> {
  const bulkAction = await readBulkAction(db, bulkActionId, 'product');
  if (bulkAction.state !== 'planning') return;
  const previousRow = await lastRow(db, bulkActionId);
  const rows = await nextRows({ db, now }, parseRequest(bulkAction), previousRow);
  await transaction(db, async (tx) => {
    // This update locks the row of the bulk action, so that no other process adds the same products.
    const { numUpdatedRows } = await tx
      .updateTable('bulk_action')
      .set({ state: rows.length < PRODUCTS_PER_STEP ? 'planned' : 'planning' })
      .where('id', '=', bulkActionId)
      .where('state', '=', 'planning')
      .executeTakeFirst();
    const isUpToDate = (await lastRow({ write: tx }, bulkActionId))?.position === previousRow?.position;
    if (numUpdatedRows > 0n && isUpToDate)
      await addBulkActionRows(tx, bulkActionId, (previousRow?.position ?? -1) + 1, rows);
  });
}

type LastRow = Pick<BulkActionRow, 'position' | 'record_id'> | undefined;

function lastRow({ write }: Pick<ShopDatabase, 'write'>, bulkActionId: string): Promise<LastRow> {
  return write
    .selectFrom('bulk_action_row')
    .select(['position', 'record_id'])
    .where('bulk_id', '=', bulkActionId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type NextRow = Parameters<typeof addBulkActionRows>[3][number];

/** Returns the next rows in the order of the product ids, so that the next step begins after the last row. */
async function nextRows(
  { db, now }: PlanShop,
  { change, chosen }: BulkActionRequest,
  previousRow: LastRow,
): Promise<NextRow[]> {
  if ('changedBy' in chosen) return undoRows(db, chosen.changedBy, previousRow);
  const afterId = Number(previousRow?.record_id ?? 0);
  const ids =
    'products' in chosen
      ? [...new Set(chosen.products)]
          .filter((id) => id > afterId)
          .sort((a, b) => a - b)
          .slice(0, PRODUCTS_PER_STEP)
      : await productsAfter(db, chosen.list, afterId, now());
  const products = await readProductValues(db.write, ids);
  return ids.map((id): NextRow => {
    const product = products.get(id);
    const planned = product ? plannedChange(product, change) : { refusal: 'It was deleted.' };
    const record_id = String(id);
    if ('refusal' in planned) return { record_id, state: 'failed', message: planned.refusal };
    return { record_id, before_json: JSON.stringify(planned.before), after_json: JSON.stringify(planned.after) };
  });
}

async function productsAfter(db: ShopDatabase, query: ProductQuery, afterId: number, at: number): Promise<number[]> {
  const { products } = await filteredProducts(db.read.selectFrom('product_summary'), query, db, at);
  const rows = await products
    .select('product_summary.id')
    .where('product_summary.id', '>', afterId)
    .orderBy('product_summary.id')
    .limit(PRODUCTS_PER_STEP)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the next rows of an undo, with the positions of the rows that they undo. */
function undoRows({ write }: ShopDatabase, bulkActionId: string, previousRow: LastRow): Promise<NextRow[]> {
  return write
    .selectFrom('bulk_action_row')
    .select(['position', 'record_id', 'after_json as before_json', 'before_json as after_json'])
    .where('bulk_id', '=', bulkActionId)
    .where('state', '=', 'done')
    .where('position', '>', previousRow?.position ?? -1)
    .orderBy('position')
    .limit(PRODUCTS_PER_STEP)
    .execute();
}
