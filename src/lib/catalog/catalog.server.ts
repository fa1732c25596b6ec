import {
  compareAges,
  compareSizes,
  type Facets,
  type FacetValue,
  type ListPage,
  type ListQuery,
  PER_PAGE,
  type Picture,
  type ProductCard,
  type ProductDetail,
} from '#lib/catalog/catalog.ts';
import { FACETS, resolveFilter } from '#lib/catalog/listing-filter.ts';
import { type FreshListing, freshListing } from '#lib/catalog/listing-index.server.ts';
import { cardsByIds } from '#lib/catalog/product-cards.server.ts';
import { queryWords } from '#lib/catalog/search-words.ts';
import type { ShopDatabase } from '#lib/db/db.server.ts';
import { findSearchDocuments } from '#lib/db/search-table.server.ts';
import type { FacetKind, FacetValueTable } from '#lib/db/tables.ts';

/** A search in a listing looks at this many products at most. */
const SEARCH_MATCHES = 10_000;

/** One page of /products: cards, the exact total, and what every facet value would leave. A page past the end is the last. */
export async function listProducts(db: ShopDatabase, query: ListQuery, listing?: FreshListing): Promise<ListPage> {
  const { values, source } = listing ?? (await freshListing(db));
  const ids = query.search === undefined ? undefined : await searchedIds(db, query.search);
  const filter = resolveFilter(query, values, ids);
  const { total, counts } = await source.totals(filter);
  const lastPage = Math.max(1, Math.ceil(total / PER_PAGE));
  const page = Math.min(Math.max(1, query.page), lastPage);
  const pageIds = total === 0 ? [] : await source.page(filter, query.sort, (page - 1) * PER_PAGE, PER_PAGE);
  const cards = await cardsByIds(db, pageIds);
  return { cards, total, page, lastPage, facets: facetsOf(values, counts) };
}

async function searchedIds(db: ShopDatabase, search: string): Promise<number[]> {
  const ids = await findSearchDocuments(db, queryWords(search), SEARCH_MATCHES);
  return ids.sort((a, b) => a - b);
}

/** Every value that some product has, in the order that people look for them. */
function facetsOf(values: FacetValueTable[], counts: ReadonlyMap<number, number>): Facets {
  const byId = new Map(values.map((value) => [value.id, value]));
  const facet = (kind: FacetKind): FacetValue[] =>
    values
      .filter((value) => value.kind === kind && value.product_count > 0)
      .map((value) => ({ ...nameOf(value, byId), count: counts.get(value.id) ?? 0 }))
      .sort(ORDER[kind]);
  const entries = FACETS.map((kind) => [kind, facet(kind)] as const);
  return Object.fromEntries(entries) as Facets;
}

const byName = (a: FacetValue, b: FacetValue) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
const asGiven = () => 0;
const ORDER: Record<FacetKind, (a: FacetValue, b: FacetValue) => number> = {
  category: asGiven,
  brand: byName,
  material: byName,
  collection: asGiven,
  size: (a, b) => compareSizes(a.name, b.name),
  color: byName,
  age: (a, b) => compareAges(a.name, b.name),
  availability: asGiven,
};

function nameOf(value: FacetValueTable, byId: ReadonlyMap<number, FacetValueTable>) {
  const parent = value.parent_id === null ? undefined : byId.get(value.parent_id)?.slug;
  return { slug: value.slug, name: value.name, ...(parent === undefined ? {} : { parent }) };
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
  const byId = new Map(values.map((value) => [value.id, value]));
  const counted = values.filter((value) => value.product_count > 0);
  return counted.map((value) => ({ ...nameOf(value, byId), count: value.product_count })).sort(ORDER[kind]);
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
