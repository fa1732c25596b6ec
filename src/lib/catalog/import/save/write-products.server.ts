import type { ProductRows } from '#lib/catalog/import/save/product-rows.ts';
import type { SaveContext } from '#lib/catalog/import/save/save-context.ts';
import {
  addVariants,
  changeVariants,
  removeVariants,
  replaceStock,
  type Stock,
} from '#lib/catalog/inventory/write-variants.server.ts';
import { TAXONOMY_TAG } from '#lib/catalog/listing-index/facets/taxonomy-tag.ts';
import { availabilityTag } from '#lib/catalog/products/catalogue-tags.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { insertRows } from '#lib/platform/db/insert-rows.server.ts';
import type { VariantTable } from '#lib/platform/db/query/tables.ts';

/** Writes the rows of new and existing products. `storedProducts` contains the previous rows of existing products. */
export async function writeProducts(
  context: SaveContext,
  products: ProductRows[],
  storedProducts: StoredProduct[],
): Promise<void> {
  if (products.length === 0) return;
  const { tx, registry, tags } = context;
  await registry.flushNewValues(tx);
  const writtenIds = new Set(products.map(({ row }) => row.id));
  const oldProducts = storedProducts.filter(({ row }) => writtenIds.has(row.id));
  await deleteOldRows(context, oldProducts, products);
  const wasInStockById = new Map(oldProducts.map(({ row }) => [row.id, row.in_stock === 1]));
  const rows = products.map(({ row }) => row);
  const { changed: changedRows = [], added: newRows = [] } = Object.groupBy(rows, ({ id }) =>
    wasInStockById.has(id) ? 'changed' : 'added',
  );
  await insertRows(tx, 'product', changedRows, columnsWithoutId(changedRows));
  await insertRows(tx, 'product', newRows);
  await writeVariants(context, products, oldProducts);
  await writeRelatedRows(tx, products);
  for (const { row, facetIds } of products) {
    registry.addToCounts(facetIds, 1);
    tags.add(`product:${row.slug}`);
    const wasInStock = wasInStockById.get(row.id);
    if (wasInStock !== undefined && wasInStock !== (row.in_stock === 1)) tags.add(availabilityTag(row.slug));
  }
  if (await registry.flushCounts(tx)) tags.add(TAXONOMY_TAG);
  tags.add('list');
}

function columnsWithoutId([first = {}]: readonly object[]): string[] {
  return Object.keys(first).filter((column) => column !== 'id');
}

async function deleteOldRows(
  { tx, registry, cause }: SaveContext,
  oldProducts: StoredProduct[],
  products: ProductRows[],
): Promise<void> {
  const currentIds = new Set(products.flatMap(({ variants }) => variants.map(({ id }) => id)));
  const variantIds = oldProducts.flatMap(({ variants }) => variants.map(({ id }) => id));
  const removedVariantIds = variantIds.filter((id) => !currentIds.has(id));
  await removeVariants(tx, removedVariantIds, cause);
  for (const ids of chunks(oldProducts.map(({ row }) => row.id))) {
    const removedFacets = await tx
      .deleteFrom('product_facet')
      .where('product_id', 'in', ids)
      .returning('value_id')
      .execute();
    registry.addToCounts(
      removedFacets.map((row) => row.value_id),
      -1,
    );
    await tx.deleteFrom('picture').where('product_id', 'in', ids).execute();
    await tx.deleteFrom('product_listing').where('product_id', 'in', ids).execute();
  }
}

async function writeVariants(
  { tx, cause }: SaveContext,
  products: ProductRows[],
  oldProducts: StoredProduct[],
): Promise<void> {
  const oldIds = new Set(oldProducts.flatMap((product) => product.variants.map(({ id }) => id)));
  const { kept: keptVariants = [], added: newVariants = [] } = Object.groupBy(
    products.flatMap((product) => product.variants),
    ({ id }) => (oldIds.has(id) ? 'kept' : 'added'),
  );
  await changeVariants(tx, keptVariants);
  await replaceStock(tx, stockChanges(oldProducts, products), cause);
  const boltsCm = new Map(products.flatMap(({ bolts }) => [...bolts]));
  for (const run of consecutiveRuns(newVariants)) await addVariants(tx, run, boltsCm, cause);
}

/**
 * Returns runs of variants with consecutive ids, which `addVariants` requires. New ids are consecutive, but an undo
 * restores old ids, which lie between the ids of other products.
 */
function consecutiveRuns(variants: readonly VariantTable[]): VariantTable[][] {
  const runs: VariantTable[][] = [];
  for (const variant of variants.toSorted((a, b) => a.id - b.id)) {
    const run = runs.at(-1);
    if (run?.at(-1)?.id === variant.id - 1) run?.push(variant);
    else runs.push([variant]);
  }
  return runs;
}

async function writeRelatedRows(tx: Tx, products: ProductRows[]): Promise<void> {
  const facets = products.flatMap(({ row, facetIds }) =>
    [...facetIds].map((value_id) => ({ value_id, product_id: row.id })),
  );
  const pictures = products.flatMap((product) => product.pictures);
  const listings = products.flatMap(({ listing }) => listing ?? []);
  const summaries = products.map(({ summary }) => summary);
  await insertRows(tx, 'picture', pictures);
  await insertRows(tx, 'product_facet', facets);
  await insertRows(tx, 'product_listing', listings);
  await insertRows(tx, 'product_summary', summaries, columnsWithoutId(summaries));
}

type ProductStock = Pick<StoredProduct, 'variants' | 'bolts'>;

/**
 * Returns the new stock of existing variants whose stock changes, by variant id. The stock of other variants is not
 * written, because orders may be reducing it at the same time.
 */
export function stockChanges(old: readonly ProductStock[], next: readonly ProductStock[]): Map<number, Stock> {
  const oldStocks = stocksOf(old);
  return new Map(
    [...stocksOf(next)].filter(([id, stock]) => {
      const oldStock = oldStocks.get(id);
      return oldStock !== undefined && !isSameStock(oldStock, stock);
    }),
  );
}

function stocksOf(products: readonly ProductStock[]): Map<number, Stock> {
  return new Map(
    products.flatMap(({ variants, bolts }) =>
      variants.map(({ id, quantity }) => {
        return [id, { quantity, boltsCm: (bolts.get(id) ?? []).filter((cm) => cm > 0) }] as const;
      }),
    ),
  );
}

function isSameStock(a: Stock, b: Stock): boolean {
  return a.quantity === b.quantity && a.boltsCm.join() === b.boltsCm.join();
}
