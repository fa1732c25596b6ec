import type { FacetValue, ListPage, ListQuery, ProductCard, ProductDetail } from '#lib/catalog/catalog.ts';
import { cardsByIds } from '#lib/catalog/product-cards.server.ts';
import { countedValues } from '#lib/facets/facet-values.ts';
import { listingOf } from '#lib/listing/listing.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FacetKind, FacetValueTable } from '#lib/platform/db/tables.ts';
import type { Picture } from '#lib/platform/files/pictures.ts';

/** One page of /products: cards, the exact total, and what every facet value would leave. A page past the end is the last. */
export async function listProducts(db: ShopDatabase, query: ListQuery): Promise<ListPage> {
  const { ids, ...list } = await listingOf(db).find(query);
  return { cards: await cardsByIds(db, ids), ...list };
}

/** Brands that have products (GET /public/product/brand-counts). */
export function brandCounts(db: ShopDatabase): Promise<FacetValue[]> {
  return countsOf(db, 'brand');
}

/** Categories that have products, parents with all of their sub-categories (GET /public/product/category-counts). */
export function categoryCounts(db: ShopDatabase): Promise<FacetValue[]> {
  return countsOf(db, 'category');
}

async function countsOf(db: ShopDatabase, kind: FacetKind): Promise<FacetValue[]> {
  const values = await valuesOfKind(db, kind);
  return countedValues(kind, values, (value) => value.product_count);
}

function valuesOfKind(db: ShopDatabase, kind: FacetKind): Promise<FacetValueTable[]> {
  return db.read.selectFrom('facet_value').selectAll().where('kind', '=', kind).orderBy('id').execute();
}

/** The values of the options, in the specification's order (GET /public/product/variants). */
export async function variantFacets(db: ShopDatabase): Promise<{ size: string[]; age: string[]; color: string[] }> {
  const names = async (kind: FacetKind) => (await countsOf(db, kind)).map((value) => value.name);
  return { size: await names('size'), age: await names('age'), color: await names('color') };
}

/** A brand, category, material or collection with its own words and picture. */
export interface TaxonomyEntry extends FacetValue {
  description?: string;
  picture?: Picture;
}

export interface CategoryBranch extends TaxonomyEntry {
  children: TaxonomyEntry[];
}

/** The two levels of categories, in the owner's order; those without products too, so that the menu stays whole. */
export async function categoryTree(db: ShopDatabase): Promise<CategoryBranch[]> {
  const values = await valuesOfKind(db, 'category');
  const children = (parentId: number) => values.filter((value) => value.parent_id === parentId).map(entryOf);
  return values
    .filter((value) => value.parent_id === null)
    .map((value) => ({ ...entryOf(value), children: children(value.id) }));
}

/** Collections in the owner's order (specification, section 3). */
export async function collections(db: ShopDatabase): Promise<TaxonomyEntry[]> {
  return (await valuesOfKind(db, 'collection')).map(entryOf);
}

function entryOf(value: FacetValueTable): TaxonomyEntry {
  const { slug, name, image_hash: hash, image_width: width, image_height: height } = value;
  const hasPicture = hash !== null && width !== null && height !== null;
  const picture = hasPicture
    ? { hash, width, height, alt: value.image_alt ?? '', dominant: value.image_dominant ?? '#dddddd' }
    : undefined;
  return { slug, name, count: value.product_count, description: value.description ?? undefined, picture };
}

/** The latest products. */
export function newArrivals(db: ShopDatabase, n: number): Promise<ProductCard[]> {
  return firstOf(db, 'created_at', n);
}

/** Products by units sold. */
export function topSellers(db: ShopDatabase, n: number): Promise<ProductCard[]> {
  return firstOf(db, 'sold', n);
}

async function firstOf(db: ShopDatabase, column: 'created_at' | 'sold', n: number): Promise<ProductCard[]> {
  const query = db.read
    .selectFrom('product_listing')
    .select('product_id')
    .orderBy(column, 'desc')
    .orderBy('product_id', 'desc');
  return cardsOf(db, await query.limit(n).execute());
}

/** Others of its most specific category, by units sold; from its parent when there are too few. */
export async function relatedProducts(db: ShopDatabase, product: ProductDetail, n: number): Promise<ProductCard[]> {
  const slugs = product.breadcrumb.map((step) => step.slug).reverse();
  const ids = new Set<number>();
  for (const slug of slugs) {
    const rows = await db.read
      .selectFrom('product_facet as f')
      .innerJoin('facet_value as value', 'value.id', 'f.value_id')
      .select('f.product_id')
      .where('value.kind', '=', 'category')
      .where('value.slug', '=', slug)
      .orderBy('f.product_id', 'desc')
      .limit(RELATED_LOOKED_AT)
      .execute();
    for (const row of rows) if (row.product_id !== product._id) ids.add(row.product_id);
    if (ids.size >= n) break;
  }
  return cardsByIds(db, await bestSold(db, [...ids], n));
}

/** The newest of a category are looked at, not all of them, so that a product page stays quick in a large shop. */
const RELATED_LOOKED_AT = 100;

async function bestSold(db: ShopDatabase, ids: number[], n: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const query = db.read.selectFrom('product_listing').select('product_id').where('product_id', 'in', ids);
  const rows = await query.orderBy('sold', 'desc').orderBy('product_id', 'desc').limit(n).execute();
  return rows.map((row) => row.product_id);
}

function cardsOf(db: ShopDatabase, rows: { product_id: number }[]): Promise<ProductCard[]> {
  return cardsByIds(
    db,
    rows.map((row) => row.product_id),
  );
}
