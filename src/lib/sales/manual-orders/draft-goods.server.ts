import type { Kysely } from 'kysely';
import { listingOf } from '#lib/catalog/listing/listing.server.ts';
import type { ProductDetail, Variant } from '#lib/catalog/products/catalog.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import { isSearchable, searchTerm } from '#lib/catalog/search/search.ts';
import { variantsWithSku } from '#lib/catalog/search/sku-search.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { MANUAL_MESSAGES } from '#lib/sales/manual-orders/manual-order.ts';

const MAX_PRODUCTS = 8;

/** Returns up to `MAX_PRODUCTS` products that best match a query, with current stock and prices. */
export async function findGoods(db: ShopDatabase, query: string): Promise<ProductDetail[]> {
  const term = searchTerm(query);
  if (!isSearchable(term)) return [];
  const { ids } = await listingOf(db).search(term, MAX_PRODUCTS);
  return productsByIds({ read: db.write }, ids);
}

/** Returns the id of the variant for sale with the scanned SKU, or undefined if none or several have this SKU. */
export async function scannedVariantId(db: ShopDatabase, sku: string): Promise<number | undefined> {
  const variants = await offeredVariants(
    db.write,
    (await variantsWithSku(db, sku)).map(({ id }) => id),
  );
  return variants.size === 1 ? [...variants.keys()][0] : undefined;
}

export interface OfferedItem {
  product: ProductDetail;
  variant: Variant;
}

/** Returns a variant with its product. Throws `not_found` if the variant is not for sale. */
export async function offeredVariant(read: Kysely<Tables>, variantId: number): Promise<OfferedItem> {
  const item = (await offeredVariants(read, [variantId])).get(variantId);
  if (!item) throw new ShopError('not_found', MANUAL_MESSAGES.notSold);
  return item;
}

/** Returns the variants that are for sale, each with its product, by variant id. */
export async function offeredVariants(
  read: Kysely<Tables>,
  ids: readonly number[],
  at = Date.now(),
): Promise<Map<number, OfferedItem>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('variant').select('product_id').distinct().where('id', 'in', ids).execute();
  const products = await productsByIds(
    { read },
    rows.map(({ product_id }) => product_id),
    at,
  );
  const items = products.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
  return new Map(items.filter(({ variant }) => ids.includes(variant._id)).map((item) => [item.variant._id, item]));
}

/** Returns a name such as "Test Kurta, Rust / M". */
export function itemName({ name }: Pick<ProductDetail, 'name'>, variant: Pick<Variant, 'values'>): string {
  return variant.values.length === 0 ? name : `${name}, ${variant.values.join(' / ')}`;
}
