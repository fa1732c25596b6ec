import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { ProductQuery } from '#lib/catalog/admin/list/product-query.schema.ts';
import { lowVariants } from '#lib/catalog/inventory/low-variants.server.ts';
import { nameKey } from '#lib/catalog/products/product-summary.ts';
import { skuBeginsWith } from '#lib/catalog/search/sku-search.server.ts';
import { containsText } from '#lib/platform/db/contains-text.server.ts';
import type { Engine, ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FacetValueTable, Tables } from '#lib/platform/db/query/tables.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const UNSOLD_MS = 90 * DAY_MS;

/**
 * The product id in filters. With the unary plus, a database does not look up and sort all products that match a
 * filter: it reads the index of the sort, and stops when the page is full.
 */
const ID = sql<number>`+product_summary.id`;

type Query<O> = SelectQueryBuilder<Tables, 'product_summary', O>;
type SkuCondition = ReturnType<typeof skuBeginsWith>;
type Builder = ExpressionBuilder<Tables, 'product_summary'>;

/** Limits the query `products` to the products that match the filters at the time `at`. Returns the limited query. */
export async function filteredProducts<O>(
  products: Query<O>,
  { search, status, needs, category }: ProductQuery,
  db: ShopDatabase,
  at: number,
): Promise<{ products: Query<O> }> {
  let matchingProducts = products;
  for (const word of search.split(/\s+/).filter(Boolean)) {
    const skuMatches = await skuCondition(db, word);
    matchingProducts = matchingProducts.where((eb) => hasWord(eb, db.engine, word, skuMatches));
  }
  if (status !== 'all') matchingProducts = matchingProducts.where('status', '=', status);
  if (category) {
    const categories = await categoriesWithin(db, category);
    matchingProducts = matchingProducts.where((eb) => isInCategory(eb, db.engine, category, categories));
  }
  if (needs) {
    const condition = await NEEDS[needs](db, at);
    matchingProducts = matchingProducts.where(condition);
  }
  // The query is wrapped in an object, because a Kysely query can’t be awaited.
  return { products: matchingProducts };
}

/**
 * Returns a condition on the SKU of a variant, or undefined if no SKU begins with the word. Without this check, the
 * condition would be tested for each product, which would take as long as the search itself.
 */
async function skuCondition({ read, engine }: ShopDatabase, typedWord: string): Promise<SkuCondition> {
  const skuMatches = skuBeginsWith(engine, typedWord);
  const matchingVariant =
    skuMatches && (await read.selectFrom('variant').select('id').where(skuMatches).limit(1).executeTakeFirst());
  return matchingVariant ? skuMatches : undefined;
}

/** Returns the condition that the name or slug contains the word, or that a SKU begins with the word. */
function hasWord(eb: Builder, engine: Engine, typedWord: string, skuMatches: SkuCondition): Expression<SqlBool> {
  const word = nameKey(typedWord);
  const productsWithSku = skuMatches && eb.selectFrom('variant').select('product_id').where(skuMatches);
  return eb.or([
    containsText(engine, sql`name_key`, word),
    containsText(engine, sql`slug`, word),
    ...(productsWithSku ? [eb(ID, 'in', productsWithSku)] : []),
  ]);
}

type CategoryRow = Pick<FacetValueTable, 'id' | 'slug'>;

/** Returns the category and its subcategories, or an empty array if there is no such category. */
function categoriesWithin({ read }: ShopDatabase, slug: string): Promise<CategoryRow[]> {
  return read
    .selectFrom('facet_value as category')
    .leftJoin('facet_value as parent', 'parent.id', 'category.parent_id')
    .select(['category.id', 'category.slug'])
    .where('category.kind', '=', 'category')
    .where((eb) => eb.or([eb('category.slug', '=', slug), eb('parent.slug', '=', slug)]))
    .execute();
}

/**
 * Returns the condition that the product is in the category or one of its subcategories. The table `product_facet`
 * includes parent categories, but only of active products. For other products, `categories_json` is searched.
 */
function isInCategory(
  eb: Builder,
  engine: Engine,
  category: string,
  categories: readonly CategoryRow[],
): Expression<SqlBool> {
  const selectedCategory = categories.find(({ slug }) => slug === category);
  if (!selectedCategory) return sql<SqlBool>`1 = 0`;
  const activeIds = eb.selectFrom('product_facet').select('product_id').where('value_id', '=', selectedCategory.id);
  const otherIds = eb
    .selectFrom('product_summary as other')
    .innerJoin('product', 'product.id', 'other.id')
    .select('other.id')
    // The status is a literal, because the index is for this condition only.
    .where(sql<boolean>`other.status <> 'active'`)
    .where(({ or }) =>
      or(categories.map(({ slug }) => containsText(engine, sql`product.categories_json`, `"${slug}"`))),
    );
  return eb.or([eb(ID, 'in', activeIds), eb(ID, 'in', otherIds)]);
}

type Condition = (eb: Builder) => Expression<SqlBool>;
type Need = (db: ShopDatabase, at: number) => Condition | Promise<Condition>;

/** The condition for each value of the filter `needs`. */
const NEEDS: Readonly<Record<NonNullable<ProductQuery['needs']>, Need>> = {
  picture: () => (eb) => eb('has_picture', '=', 0),
  hsn: () => (eb) => eb('has_hsn', '=', 0),
  low_stock: async (db, at) => {
    const { query } = await lowVariants(db, at);
    return (eb) => eb(ID, 'in', query.select('product.id'));
  },
  sold_out: () => (eb) =>
    eb.and([
      eb('product_summary.status', '=', 'active'),
      // The values are literals, because the index is for these values only.
      eb(ID, 'in', eb.selectFrom('product').select('product.id').where(sql<boolean>`in_stock = 0 and pre_order = 0`)),
    ]),
  unsold: (_db, at) => (eb) =>
    eb.and([
      eb('status', '=', 'active'),
      eb('product_summary.created_at', '<', at - UNSOLD_MS),
      // There is one subquery for all sold products, because order lines have no index on their product.
      eb(ID, 'not in', soldSince(eb, at - UNSOLD_MS)),
    ]),
};

function soldSince(eb: Builder, since: number) {
  return eb
    .selectFrom('orders')
    .innerJoin('order_line', 'order_line.order_id', 'orders.id')
    .select('order_line.product_id')
    .where('orders.created_at', '>=', since)
    .where('orders.order_status', '!=', 'cancelled');
}
