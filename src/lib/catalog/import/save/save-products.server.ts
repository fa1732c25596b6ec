import type { CleanPatch } from '#lib/catalog/import/record/merge-product.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import {
  type PlannedProduct,
  planProduct,
  slugLookup,
  takeRenamedProduct,
} from '#lib/catalog/import/save/plan-product.ts';
import { plannedEntry } from '#lib/catalog/import/save/planned-product-entry.ts';
import { type ProductRows, rowsOf } from '#lib/catalog/import/save/product-rows.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import { writeProducts } from '#lib/catalog/import/save/write-products.server.ts';
import { lastVariantId } from '#lib/catalog/inventory/stock-ledger.server.ts';
import { saveFormerSlugs } from '#lib/catalog/products/former-slugs.server.ts';
import { loadProducts } from '#lib/catalog/products/stored-products.server.ts';
import { chunks } from '#lib/platform/db/chunks.ts';

/** Saves products, or only plans and counts their changes in a dry run. */
export async function saveProducts(context: SaveContext, items: Indexed<CleanPatch>[]): Promise<void> {
  if (items.length === 0) return;
  const { result, dryRun } = context;
  const itemBySlug = new Map(items.map((item) => [item.record.slug, item]));
  const oldSlugs = items.flatMap(({ record: { former_slugs = [] } }) => former_slugs);
  const storedProducts = await loadProducts(context.tx, { slugs: [...new Set([...itemBySlug.keys(), ...oldSlugs])] });
  const oldBySlug = new Map(storedProducts.map((product) => [product.row.slug, product]));
  for (const slug of oldBySlug.keys()) if (dryRun?.formerSlugs.has(slug)) oldBySlug.delete(slug);
  const plannedSaves: { product: PlannedProduct; patch: CleanPatch }[] = [];
  for (const item of itemBySlug.values()) {
    const old = oldBySlug.get(item.record.slug) ?? takeRenamedProduct(item.record, itemBySlug, oldBySlug);
    const product = planProduct(context, item, old);
    if (!product) continue;
    dryRun?.addProduct(item.record.slug, old?.row.slug);
    if (product.isChanged) dryRun?.plannedEntries.push(plannedEntry(context, item, product));
    plannedSaves.push({ product, patch: item.record });
  }
  result.unchanged += items.length - itemBySlug.size;
  if (dryRun) return;
  const changedProducts = plannedSaves.filter(({ product }) => product.isChanged).map(({ product }) => product);
  const createRows = await rowFactory(context);
  await writeProducts(context, changedProducts.map(createRows), storedProducts);
  await saveFormerSlugs(
    context.tx,
    plannedSaves.map(({ patch }) => patch),
  );
}

/** Recomputes the derived data of these products, such as tax codes and facets. Their records do not change. */
export async function recomputeProducts(context: SaveContext, productIds: number[]): Promise<void> {
  const createRows = await rowFactory(context);
  for (const ids of chunks(productIds, 500)) {
    const storedProducts = await loadProducts(context.tx, { ids });
    const rows = storedProducts.map((old) =>
      createRows({ record: recordOf(old, slugLookup(context)), old, keptIds: old.variants.map(({ id }) => id) }),
    );
    await writeProducts(context, rows, storedProducts);
  }
}

/** Returns a function that creates the rows of a product, with new ids for new products and variants. */
export async function rowFactory(
  context: SaveContext,
): Promise<(product: Pick<PlannedProduct, 'record' | 'old' | 'keptIds'>) => ProductRows> {
  const { tx, registry, pictures, version, now, rates, palettes, requiresHsn } = context;
  const lastProduct = await tx.selectFrom('product').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  let productId = lastProduct?.id ?? 0;
  let variantId = await lastVariantId(tx);
  const ids = { nextProductId: () => ++productId, nextVariantId: () => ++variantId };
  return ({ record, old, keptIds }) =>
    rowsOf(record, old, keptIds, { registry, pictures, version, now, rates, palettes, requiresHsn, ...ids });
}
