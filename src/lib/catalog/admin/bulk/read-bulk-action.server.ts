import type { BulkChange, ChangedFields } from '#lib/catalog/admin/bulk/bulk-change.ts';
import { parseRequest } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';
import type { BulkActionRowsQuery } from '#lib/catalog/admin/bulk/product-bulk-action.schema.ts';
import { readProductValues } from '#lib/catalog/admin/read-product-values.server.ts';
import { type BulkAction, type BulkActionRow, readBulkAction } from '#lib/platform/bulk/bulk-action-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { BulkActionState } from '#lib/platform/db/tables/bulk-actions.ts';

export const BULK_ACTION_ROWS_PER_PAGE = 50;
const MAX_RECENT_ACTIONS = 20;

export interface ProductBulkAction {
  id: string;
  author: string;
  /** The time at which the bulk action was created, in epoch ms. */
  at: number;
  state: BulkActionState;
  change: BulkChange;
  /** Whether the bulk action restores the values that another bulk action replaced. */
  isUndo: boolean;
  /** The number of rows in each state. */
  counts: Readonly<Record<BulkActionRow['state'], number>>;
}

/**
 * Reads a bulk action and counts its rows. Throws `not_found` if there is no bulk action for products with this id.
 */
export async function readProductBulkAction(db: Pick<ShopDatabase, 'write'>, id: string): Promise<ProductBulkAction> {
  const bulkAction = await readBulkAction(db, id, 'product');
  const rows = await db.write
    .selectFrom('bulk_action_row')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('bulk_id', '=', id)
    .groupBy('state')
    .execute();
  const countOf = (state: BulkActionRow['state']) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  const counts = { waiting: countOf('waiting'), done: countOf('done'), failed: countOf('failed') };
  return { ...summaryOf(bulkAction), counts };
}

/** Returns up to 20 bulk actions for products, newest first. */
export async function recentBulkActions({
  read,
}: Pick<ShopDatabase, 'read'>): Promise<Omit<ProductBulkAction, 'counts'>[]> {
  const bulkActions = await read
    .selectFrom('bulk_action')
    .selectAll()
    .where('subject', '=', 'product')
    .orderBy('created_at', 'desc')
    .limit(MAX_RECENT_ACTIONS)
    .execute();
  return bulkActions.map(summaryOf);
}

function summaryOf(bulkAction: BulkAction): Omit<ProductBulkAction, 'counts'> {
  const { change, chosen } = parseRequest(bulkAction);
  const { id, author, created_at: at, state } = bulkAction;
  return { id, author, at, state, change, isUndo: 'changedBy' in chosen };
}

export interface ProductBulkActionRow {
  position: number;
  productId: number;
  name: string;
  state: BulkActionRow['state'];
  message: string | null;
  before: ChangedFields;
  after: ChangedFields;
  /** The values of each variant by variant id, such as "Rust / M"; an empty string if the product has no options. */
  variantLabels: ReadonlyMap<number, string>;
}

/**
 * Returns a page of the rows in one state, or of all rows if `state` is undefined. `after` is the position of the last
 * row of the previous page. `next` is the `after` of the next page, or undefined on the last page.
 */
export async function productBulkActionRows(
  { write }: Pick<ShopDatabase, 'write'>,
  bulkActionId: string,
  { state, after = -1 }: BulkActionRowsQuery,
): Promise<{ rows: ProductBulkActionRow[]; next: number | undefined }> {
  const query = write.selectFrom('bulk_action_row').selectAll().where('bulk_id', '=', bulkActionId);
  const foundRows = await (state === undefined ? query : query.where('state', '=', state))
    .where('position', '>', after)
    .orderBy('position')
    .limit(BULK_ACTION_ROWS_PER_PAGE + 1)
    .execute();
  const shownRows = foundRows.slice(0, BULK_ACTION_ROWS_PER_PAGE);
  const products = await readProductValues(
    write,
    shownRows.map(({ record_id }) => Number(record_id)),
  );
  const rows = shownRows.map((row) => {
    const product = products.get(Number(row.record_id));
    const variantLabels = (product?.variants ?? []).map(({ id, values }) => [id, values.join(' / ')] as const);
    return {
      position: row.position,
      productId: Number(row.record_id),
      name: product?.name ?? `Product ${row.record_id}`,
      state: row.state,
      message: row.message,
      before: JSON.parse(row.before_json ?? '{}'),
      after: JSON.parse(row.after_json ?? '{}'),
      variantLabels: new Map(variantLabels),
    };
  });
  return { rows, next: foundRows.length > shownRows.length ? shownRows.at(-1)?.position : undefined };
}
