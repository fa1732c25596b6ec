import { sql } from 'kysely';
import { IN_STOCK_ID, listingTokens, parseTokens } from '#lib/catalog/listing-index/segment/listing-tokens.ts';
import { availabilityTag } from '#lib/catalog/products/catalogue-tags.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';

/**
 * Updates the listing data of a product. To keep checkouts fast, updates only the part that depends on stock. Returns
 * the cache tags to invalidate.
 */
export async function refreshListing(tx: Tx, productId: number, version: number): Promise<string[]> {
  const variants = await tx
    .selectFrom('variant')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute();
  const isInStock = variants.some(({ quantity }) => quantity > 0);
  const products = await tx
    .updateTable('product')
    .set({ in_stock: isInStock ? 1 : 0, version })
    .where('id', '=', productId)
    .returning('slug')
    .execute();
  const tags = products.map(({ slug }) => availabilityTag(slug));
  const listing = await tx
    .selectFrom('product_listing')
    .select('tokens_json')
    .where('product_id', '=', productId)
    .executeTakeFirst();
  if (!listing) return tags;
  const { productValueIds } = parseTokens(listing.tokens_json);
  await tx
    .updateTable('product_listing')
    .set({ tokens_json: listingTokens(productValueIds, variants), version })
    .where('product_id', '=', productId)
    .execute();
  await setInStockFacet(tx, productId, isInStock);
  return tags;
}

async function setInStockFacet(tx: Tx, productId: number, isInStock: boolean): Promise<void> {
  const facetRow = { value_id: IN_STOCK_ID, product_id: productId };
  const changedRow = isInStock
    ? await tx
        .insertInto('product_facet')
        .values(facetRow)
        .onConflict((on) => on.doNothing())
        .returning('product_id')
        .executeTakeFirst()
    : await tx
        .deleteFrom('product_facet')
        .where('value_id', '=', IN_STOCK_ID)
        .where('product_id', '=', productId)
        .returning('product_id')
        .executeTakeFirst();
  if (!changedRow) return;
  const delta = isInStock ? 1 : -1;
  await tx
    .updateTable('facet_value')
    .set({ product_count: sql<number>`product_count + ${delta}` })
    .where('id', '=', IN_STOCK_ID)
    .execute();
}
