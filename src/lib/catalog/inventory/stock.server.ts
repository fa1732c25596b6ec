import { sql } from 'kysely';
import { addLedgerLines, type StockCause, type StockMove } from '#lib/catalog/inventory/stock-ledger.server.ts';
import { refreshListing } from '#lib/catalog/inventory/stock-listing.server.ts';
import { lockCatalogue, setCatalogueVersion } from '#lib/catalog/products/catalogue-version.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';

export interface StockRequest {
  variantId: number;
  sellUnit: 'piece' | 'metre';
  quantity: number;
}

export interface DeductedStock {
  /** The position of the bolt from which cloth was cut, or null for pieces. */
  boltPosition: number | null;
  /** The stock of the variant after the change, in pieces or centimetres. */
  remaining: number;
}

export interface StockChange {
  productId: number;
  slug?: string | undefined;
  /** Whether lists and filters must be updated, for example because a variant has sold out. */
  affectsListing: boolean;
}

/**
 * Deducts stock from one variant. Returns undefined if there is not enough stock. Nothing is ever sold twice
 * (product.md, "Promises"). Several calls in a transaction must be in the order of variant ids, to avoid deadlocks.
 */
export async function deductStock(
  tx: Tx,
  request: StockRequest,
  cause: StockCause,
): Promise<DeductedStock | undefined> {
  return (await deductStockForEach(tx, [request], cause))[0];
}

/**
 * Deducts stock for several requests, which must be in the order of variant ids to avoid deadlocks. Returns a result
 * for each request, which is undefined if there is not enough stock.
 */
export async function deductStockForEach(
  tx: Tx,
  requests: readonly StockRequest[],
  cause: StockCause,
): Promise<(DeductedStock | undefined)[]> {
  const results: (DeductedStock | undefined)[] = [];
  const moves: StockMove[] = [];
  for (const request of requests) {
    const deductedStock = await deductRequested(tx, request);
    results.push(deductedStock);
    if (deductedStock) moves.push({ variantId: request.variantId, change: -request.quantity });
  }
  await addLedgerLines(tx, moves, cause);
  return results;
}

async function deductRequested(
  tx: Tx,
  { variantId, sellUnit, quantity }: StockRequest,
): Promise<DeductedStock | undefined> {
  if (sellUnit === 'piece') {
    const [row] = (await takeFromVariant(tx, { variantId, quantity })).rows;
    return row && { boltPosition: null, remaining: row.quantity };
  }
  const boltPosition = await cutFromBolt(tx, { variantId, quantity });
  if (boltPosition === undefined) return undefined;
  const [row] = (await takeFromVariant(tx, { variantId, quantity })).rows;
  if (!row) throw new Error(`the bolts of variant ${variantId} exceed its stock`);
  return { boltPosition, remaining: row.quantity };
}

type VariantQuantity = Pick<StockRequest, 'variantId' | 'quantity'>;

const takeFromVariant = preparedQuery((db, { variantId, quantity }: VariantQuantity) =>
  db
    .updateTable('variant')
    .set({ quantity: sql<number>`quantity - ${quantity}` })
    .where('id', '=', variantId)
    .where('quantity', '>=', quantity)
    .returning('quantity'),
);

const cutShortestBolt = preparedQuery((db, { variantId, quantity }: VariantQuantity) =>
  db
    .updateTable('bolt')
    .set({ length_cm: sql<number>`length_cm - ${quantity}` })
    .where('variant_id', '=', variantId)
    .where('position', '=', shortestBolt(db, variantId, quantity))
    .where('length_cm', '>=', quantity)
    .returning('position'),
);

async function cutFromBolt(tx: Tx, amount: VariantQuantity): Promise<number | undefined> {
  for (;;) {
    const { rows } = await cutShortestBolt(tx, amount);
    if (rows[0]) return rows[0].position;
    // A concurrent buyer may have cut the bolt, so this function retries while another bolt is long enough.
    if (!(await shortestBolt(tx, amount.variantId, amount.quantity).executeTakeFirst())) return undefined;
  }
}

function shortestBolt(db: Pick<Tx, 'selectFrom'>, variantId: number, quantity: number) {
  return db
    .selectFrom('bolt')
    .select('position')
    .where('variant_id', '=', variantId)
    .where('length_cm', '>=', quantity)
    .orderBy('length_cm')
    .orderBy('position')
    .limit(1);
}

/**
 * Adds stock to a variant. A length of cloth is added to the bolt at `boltPosition`, which is created if it does not
 * exist. Returns whether the variant was out of stock, or undefined if the variant no longer exists.
 */
export async function putBackStock(
  tx: Tx,
  { variantId, sellUnit, quantity }: StockRequest,
  boltPosition: number | null,
  cause: StockCause,
): Promise<{ wasOutOfStock: boolean } | undefined> {
  const row = await tx
    .updateTable('variant')
    .set({ quantity: sql<number>`quantity + ${quantity}` })
    .where('id', '=', variantId)
    .returning('quantity')
    .executeTakeFirst();
  if (!row) return undefined;
  if (sellUnit === 'metre') {
    await tx
      .insertInto('bolt')
      .values({ variant_id: variantId, position: boltPosition ?? 0, length_cm: quantity })
      .onConflict((on) =>
        on.columns(['variant_id', 'position']).doUpdateSet({ length_cm: sql<number>`bolt.length_cm + ${quantity}` }),
      )
      .execute();
  }
  await addLedgerLines(tx, [{ variantId, change: quantity }], cause);
  return { wasOutOfStock: row.quantity === quantity };
}

/**
 * Takes a length in centimetres from a bolt. The caller must add the ledger line. Returns false if the bolt does not
 * exist or is too short.
 */
export async function cutBolt(tx: Tx, { variantId, quantity }: VariantQuantity, position: number): Promise<boolean> {
  const row = await tx
    .updateTable('bolt')
    .set({ length_cm: sql<number>`length_cm - ${quantity}` })
    .where('variant_id', '=', variantId)
    .where('position', '=', position)
    .where('length_cm', '>=', quantity)
    .returning('position')
    .executeTakeFirst();
  if (!row) return false;
  if ((await takeFromVariant(tx, { variantId, quantity })).rows.length === 0) {
    throw new Error(`the bolts of variant ${variantId} exceed its stock`);
  }
  return true;
}

/**
 * Updates the lists and filters that depend on stock, and invalidates the cached pages. Must be called in the
 * transaction of every change to stock.
 */
export async function refreshStock(tx: Tx, changes: readonly StockChange[]): Promise<void> {
  if (changes.length === 0) return;
  const tags = (await slugsOf(tx, changes)).map((slug) => `product:${slug}`);
  const productIds = new Set(changes.flatMap(({ productId, affectsListing }) => (affectsListing ? productId : [])));
  if (productIds.size > 0) {
    // The catalogue is locked before the variants are read, so that a concurrent buyer of another size sees this
    // change.
    const version = (await lockCatalogue(tx)) + 1;
    // Stryker disable next-line MethodExpression,ArithmeticOperator: the order makes no difference while the catalogue
    // is locked
    for (const id of [...productIds].sort((a, b) => a - b)) tags.push(...(await refreshListing(tx, id, version)));
    await setCatalogueVersion(tx, version);
    tags.push('list');
  }
  await invalidate(tx, tags);
}

async function slugsOf(tx: Tx, changes: readonly StockChange[]): Promise<string[]> {
  const knownSlugs = changes.flatMap(({ slug }) => slug ?? []);
  const otherIds = changes.filter(({ slug }) => slug === undefined).map(({ productId }) => productId);
  if (otherIds.length === 0) return knownSlugs;
  const products = await tx.selectFrom('product').select('slug').where('id', 'in', otherIds).execute();
  return [...knownSlugs, ...products.map(({ slug }) => slug)];
}
