import type { BulkChange, BulkFields } from '#lib/catalog/desk/bulk/bulk-change.ts';
import { requestOf } from '#lib/catalog/desk/bulk/plan-bulk.server.ts';
import { readProductValues } from '#lib/catalog/desk/read-product-values.server.ts';
import { type BulkAction, type BulkRow, readBulk } from '#lib/platform/bulk/bulk-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { BulkState } from '#lib/platform/db/tables/bulk-actions.ts';

export const BULK_ROWS_PER_PAGE = 50;
const MAX_RECENT = 20;

export interface ProductBulk {
  id: string;
  author: string;
  at: number;
  state: BulkState;
  change: BulkChange;
  /** Whether it restores what another action has replaced. */
  isUndo: boolean;
  /** Rows by their state. */
  counts: Readonly<Record<BulkRow['state'], number>>;
}

/** Throws `not_found`. */
export async function readProductBulk(db: Pick<ShopDatabase, 'write'>, id: string): Promise<ProductBulk> {
  const bulk = await readBulk(db, id, 'product');
  const rows = await db.write
    .selectFrom('bulk_action_row')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('bulk_id', '=', id)
    .groupBy('state')
    .execute();
  const countOf = (state: BulkRow['state']) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  const counts = { waiting: countOf('waiting'), done: countOf('done'), failed: countOf('failed') };
  return { ...summaryOf(bulk), counts };
}

/** The newest bulk changes of products. */
export async function recentBulks({ read }: Pick<ShopDatabase, 'read'>): Promise<Omit<ProductBulk, 'counts'>[]> {
  const bulks = await read
    .selectFrom('bulk_action')
    .selectAll()
    .where('subject', '=', 'product')
    .orderBy('created_at', 'desc')
    .limit(MAX_RECENT)
    .execute();
  return bulks.map(summaryOf);
}

function summaryOf(bulk: BulkAction): Omit<ProductBulk, 'counts'> {
  const { change, chosen } = requestOf(bulk);
  const { id, author, created_at: at, state } = bulk;
  return { id, author, at, state, change, isUndo: 'changedBy' in chosen };
}

export interface ProductBulkRow {
  position: number;
  productId: number;
  name: string;
  state: BulkRow['state'];
  message: string | null;
  before: BulkFields;
  after: BulkFields;
  /** The name of each variant, by its id; empty for a single variant. */
  variants: ReadonlyMap<number, string>;
}

/**
 * A page of rows, in order: those in one state, or all. `after` is the position of the last row of the previous page.
 */
export async function productBulkRows(
  { write }: Pick<ShopDatabase, 'write'>,
  bulkId: string,
  { state, after = -1 }: { state?: BulkRow['state'] | undefined; after?: number | undefined },
): Promise<{ rows: ProductBulkRow[]; next: number | undefined }> {
  const query = write.selectFrom('bulk_action_row').selectAll().where('bulk_id', '=', bulkId);
  const found = await (state === undefined ? query : query.where('state', '=', state))
    .where('position', '>', after)
    .orderBy('position')
    .limit(BULK_ROWS_PER_PAGE + 1)
    .execute();
  const shown = found.slice(0, BULK_ROWS_PER_PAGE);
  const products = await readProductValues(
    write,
    shown.map(({ record_id }) => Number(record_id)),
  );
  const rows = shown.map((row) => {
    const product = products.get(Number(row.record_id));
    const variants = (product?.variants ?? []).map(({ id, values }) => [id, values.join(' / ')] as const);
    return {
      ...{
        position: row.position,
        productId: Number(row.record_id),
        name: product?.name ?? `Product ${row.record_id}`,
      },
      ...{ state: row.state, message: row.message, variants: new Map(variants) },
      ...{ before: JSON.parse(row.before_json ?? '{}'), after: JSON.parse(row.after_json ?? '{}') },
    };
  });
  return { rows, next: found.length > shown.length ? shown.at(-1)?.position : undefined };
}
