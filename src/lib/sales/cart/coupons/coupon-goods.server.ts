import type { Kysely } from 'kysely';
import { variantsWithSku } from '#lib/catalog/search/sku-search.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';
import { type Coupon, type CouponGoods, couponLimits } from '#lib/sales/cart/coupons/coupon.ts';

type StoredLimits = Pick<Coupon, 'categories_json' | 'products_json'>;

/**
 * Returns the columns that limit a coupon to these goods. Throws `invalid` if a category or product does not exist.
 */
export async function storedLimits(tx: Tx, { categories, products }: CouponGoods): Promise<StoredLimits> {
  await checkCategories(tx, categories);
  const ids = new Set<number>();
  for (const reference of products) ids.add(await findProductId(tx, reference));
  return {
    categories_json: JSON.stringify([...new Set(categories)].sort()),
    products_json: JSON.stringify([...ids].sort((a, b) => a - b)),
  };
}

async function checkCategories(tx: Tx, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return;
  const rows = await tx.selectFrom('facet_value').select('slug').where('kind', '=', 'category').execute();
  const knownSlugs = rows.map((row) => row.slug);
  const unknownSlug = slugs.find((slug) => !knownSlugs.includes(slug));
  if (unknownSlug === undefined) return;
  const message = `There is no category “${unknownSlug}”.${didYouMean(unknownSlug, knownSlugs)}`;
  throw new ShopError('invalid', message, { category: message });
}

/** Returns the id of the product with this slug, SKU or former slug. Throws `invalid` if there is none. */
async function findProductId(tx: Tx, reference: string): Promise<number> {
  const productWithSlug = await tx
    .selectFrom('product')
    .select('id')
    .where('slug', '=', reference.toLowerCase())
    .executeTakeFirst();
  if (productWithSlug) return productWithSlug.id;
  const [variant] = await variantsWithSku({ read: tx }, reference);
  if (variant) return variant.product_id;
  const formerSlug = await tx
    .selectFrom('former_slug')
    .select('product_id')
    .where('slug', '=', reference)
    .executeTakeFirst();
  if (formerSlug) return formerSlug.product_id;
  const message = `There is no product with the SKU or URL “${reference}”.`;
  throw new ShopError('invalid', message, { products: message });
}

/** Reads the products to which the coupon is limited, sorted by name. */
export async function couponProducts(db: Kysely<Tables>, coupon: StoredLimits) {
  const { products } = couponLimits(coupon);
  if (products.length === 0) return [];
  return db
    .selectFrom('product')
    .select(['id', 'slug', 'name', 'status'])
    .where('id', 'in', products)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/**
 * Returns the names of the goods to which the coupon is limited, for shoppers: categories, such as "Women › Kurtas",
 * and products that are for sale.
 */
export async function couponLimitNames(db: Kysely<Tables>, coupon: StoredLimits): Promise<string[]> {
  const { categories } = couponLimits(coupon);
  const categoryRows =
    categories.length === 0
      ? []
      : await db
          .selectFrom('facet_value as category')
          .leftJoin('facet_value as parent', 'parent.id', 'category.parent_id')
          .select(['category.name', 'parent.name as parent'])
          .where('category.kind', '=', 'category')
          .where('category.slug', 'in', categories)
          .orderBy('category.id')
          .execute();
  const products = await couponProducts(db, coupon);
  return [
    ...categoryRows.map(({ name, parent }) => (parent === null ? name : `${parent} › ${name}`)),
    ...products.flatMap(({ name, status }) => (status === 'active' ? [name] : [])),
  ];
}
