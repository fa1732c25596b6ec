import {
  type BulkChange,
  type BulkFields,
  type PlannedChange,
  plannedChange,
} from '#lib/catalog/desk/bulk/bulk-change.ts';
import { filteredProducts } from '#lib/catalog/desk/list/filter-products.server.ts';
import type { ProductQuery } from '#lib/catalog/desk/list/product-query.schema.ts';
import { readProductValues } from '#lib/catalog/desk/read-product-values.server.ts';
import { facetValueId } from '#lib/catalog/listing/facet-value-id.ts';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { addBulk, addBulkRows, type BulkRow, readBulk } from '#lib/platform/bulk/bulk-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

const PRODUCTS_PER_STEP = 100;
const END_IN_PAST = 'The end must be in the future.';
const NONE_CHOSEN = 'Choose products in the list first.';

type PlanShop = Pick<Shop, 'db' | 'now'>;

/** A bulk action as stored. */
export interface BulkRequest {
  change: BulkChange;
  /** The products: by id, all that match a list's filters, or those changed by the bulk action that this one undoes. */
  chosen: { products: number[] } | { list: ProductQuery } | { changedBy: string };
}

/**
 * Stores a bulk action and begins its preview; `planStep` continues it. Returns its id. Throws `invalid`, and
 * `not_found` for a category that does not exist.
 */
export async function planBulk(shop: PlanShop, request: BulkRequest): Promise<string> {
  const { change, chosen } = request;
  if ('products' in chosen && chosen.products.length === 0) throw new ShopError('invalid', NONE_CHOSEN);
  if (change.action === 'sale' && change.endsAt !== null && change.endsAt <= shop.now())
    throw new ShopError('invalid', END_IN_PAST, { ends_at: END_IN_PAST });
  if (change.action === 'category') await requireCategory(shop.db, change.category);
  return beginPlan(shop, request);
}

/**
 * Stores a bulk action that restores the values replaced by another one, even if that one could no longer be planned:
 * its sale may have ended, or its category may have been deleted.
 */
export async function planUndo(shop: PlanShop, bulkId: string): Promise<string> {
  const bulk = await readBulk(shop.db, bulkId, 'product');
  return beginPlan(shop, { change: requestOf(bulk).change, chosen: { changedBy: bulkId } });
}

async function beginPlan(shop: PlanShop, request: BulkRequest): Promise<string> {
  const id = newId();
  const author = currentActor()?.name ?? '';
  await transaction(shop.db, (tx) =>
    addBulk(tx, {
      ...{ id, author, action: request.change.action, carrier: null, created_at: shop.now() },
      ...{ subject: 'product', state: 'planning', request_json: JSON.stringify(request) },
    }),
  );
  await planStep(shop, id);
  return id;
}

async function requireCategory({ read }: ShopDatabase, slug: string): Promise<void> {
  if (!(await facetValueId(read, 'category', slug).executeTakeFirst()))
    throw new ShopError('not_found', 'There is no such category.', { category: 'There is no such category.' });
}

export function requestOf({ request_json }: { request_json: string | null }): BulkRequest {
  return JSON.parse(request_json ?? '{}') as BulkRequest;
}

/** Adds the next products to a preview. Several processes may do so at once; each product is added once. */
export async function planStep({ db, now }: PlanShop, bulkId: string): Promise<void> {
  const bulk = await readBulk(db, bulkId, 'product');
  if (bulk.state !== 'planning') return;
  const last = await lastRow(db, bulkId);
  const rows = await nextRows({ db, now }, requestOf(bulk), last);
  await transaction(db, async (tx) => {
    // This update locks the row of the bulk action, so that no other process adds the same products.
    const { numUpdatedRows } = await tx
      .updateTable('bulk_action')
      .set({ state: rows.length < PRODUCTS_PER_STEP ? 'planned' : 'planning' })
      .where('id', '=', bulkId)
      .where('state', '=', 'planning')
      .executeTakeFirst();
    const isUpToDate = (await lastRow({ write: tx }, bulkId))?.position === last?.position;
    if (numUpdatedRows > 0n && isUpToDate) await addBulkRows(tx, bulkId, (last?.position ?? -1) + 1, rows);
  });
}

type LastRow = Pick<BulkRow, 'position' | 'record_id'> | undefined;

function lastRow({ write }: Pick<ShopDatabase, 'write'>, bulkId: string): Promise<LastRow> {
  return write
    .selectFrom('bulk_action_row')
    .select(['position', 'record_id'])
    .where('bulk_id', '=', bulkId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type NextRow = Parameters<typeof addBulkRows>[3][number];

/** The next rows in the order of the product ids, so that the next step begins after the last one. */
async function nextRows({ db, now }: PlanShop, { change, chosen }: BulkRequest, last: LastRow): Promise<NextRow[]> {
  if ('changedBy' in chosen) return undoRows(db, chosen.changedBy, last);
  const after = Number(last?.record_id ?? 0);
  const ids =
    'products' in chosen
      ? [...new Set(chosen.products)]
          .filter((id) => id > after)
          .sort((a, b) => a - b)
          .slice(0, PRODUCTS_PER_STEP)
      : await productsAfter(db, chosen.list, after, now());
  const products = await readProductValues(db.write, ids);
  return ids.flatMap((id) => {
    const product = products.get(id);
    return product
      ? rowOf(id, plannedChange(product, change))
      : { record_id: String(id), ...failed('It was deleted.') };
  });
}

async function productsAfter(db: ShopDatabase, query: ProductQuery, after: number, at: number): Promise<number[]> {
  const { products } = await filteredProducts(db.read.selectFrom('product_summary'), query, db, at);
  const found = await products
    .select('product_summary.id')
    .where('product_summary.id', '>', after)
    .orderBy('product_summary.id')
    .limit(PRODUCTS_PER_STEP)
    .execute();
  return found.map(({ id }) => id);
}

/** The rows keep the positions of those that they undo. */
async function undoRows({ write }: ShopDatabase, bulkId: string, last: LastRow): Promise<NextRow[]> {
  const rows = await write
    .selectFrom('bulk_action_row')
    .select(['position', 'record_id', 'before_json', 'after_json'])
    .where('bulk_id', '=', bulkId)
    .where('state', '=', 'done')
    .where('position', '>', last?.position ?? -1)
    .orderBy('position')
    .limit(PRODUCTS_PER_STEP)
    .execute();
  return rows.map(({ before_json, after_json, ...row }) => ({
    ...row,
    before_json: after_json,
    after_json: before_json,
  }));
}

function rowOf(id: number, planned: PlannedChange): NextRow {
  const record_id = String(id);
  if ('refusal' in planned) return { record_id, ...failed(planned.refusal) };
  return { record_id, before_json: fieldsText(planned.before), after_json: fieldsText(planned.after) };
}

function failed(message: string) {
  return { state: 'failed', message } as const;
}

function fieldsText(fields: BulkFields): string {
  return JSON.stringify(fields);
}
