import { type FacetName, type FacetValue, PRODUCT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import { orderedValues } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import { TAXONOMY_TAG } from '#lib/catalog/listing-index/facets/taxonomy-tag.ts';
import { picturesWithFile } from '#lib/catalog/products/product-cards.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Returns the values of a facet that have products, with the number of products of each value. */
export async function facetCounts(db: ShopDatabase, kind: FacetName): Promise<FacetValue[]> {
  const values = await valuesOfKind(db, kind);
  const counts = new Map(values.map(({ id, product_count }) => [id, product_count]));
  return orderedValues(values)[kind].map(({ id, ...value }) => ({ ...value, count: counts.get(id) ?? 0 }));
}

function valuesOfKind(db: ShopDatabase, kind: FacetName): Promise<FacetValueTable[]> {
  return db.read.selectFrom('facet_value').selectAll().where('kind', '=', kind).orderBy('id').execute();
}

/** Returns the names of sizes, ages and colours of products for sale. */
export async function variantValueNames(db: ShopDatabase): Promise<{ size: string[]; age: string[]; color: string[] }> {
  const namesOf = async (kind: FacetName) => (await facetCounts(db, kind)).map((value) => value.name);
  return { size: await namesOf('size'), age: await namesOf('age'), color: await namesOf('color') };
}

export interface TaxonomyEntry extends FacetValue {
  description?: string;
  picture?: Picture;
}

export interface CategoryBranch extends TaxonomyEntry {
  children: TaxonomyEntry[];
}

/** Returns the categories, including those without products. */
export async function categoryTree(db: ShopDatabase): Promise<CategoryBranch[]> {
  const values = await valuesOfKind(db, 'category');
  const childrenOf = (parentId: number) => values.filter((value) => value.parent_id === parentId).map(entryOf);
  return values
    .filter((value) => value.parent_id === null)
    .map((value) => ({ ...entryOf(value), children: childrenOf(value.id) }));
}

/** Returns the collections, including those without products. */
export async function collections(db: ShopDatabase): Promise<TaxonomyEntry[]> {
  return (await valuesOfKind(db, 'collection')).map(entryOf);
}

/** Returns the materials, those with the most products first, including materials without products. */
export async function materials(db: ShopDatabase): Promise<TaxonomyEntry[]> {
  const entries = (await valuesOfKind(db, 'material')).map(entryOf);
  return entries.sort((a, b) => b.count - a.count);
}

/** Returns the slugs of the values that have products, for each product facet. */
export async function readValuesWithProducts(db: ShopDatabase): Promise<ValuesWithProducts> {
  const rows = await db.read
    .selectFrom('facet_value')
    .select(['kind', 'slug'])
    .where('kind', 'in', PRODUCT_FACETS)
    .where('product_count', '>', 0)
    .execute();
  const rowsByKind = Map.groupBy(rows, ({ kind }) => kind as FacetName);
  return new Map([...rowsByKind].map(([kind, values]) => [kind, new Set(values.map(({ slug }) => slug))]));
}

function entryOf(value: FacetValueTable): TaxonomyEntry {
  const { slug, name, image_hash: hash, image_width: width, image_height: height, image_dominant: dominant } = value;
  const [picture] = picturesWithFile({ hash, width, height, dominant, alt: value.image_alt ?? '', color: null });
  return { slug, name, count: value.product_count, description: value.description ?? undefined, picture };
}

/**
 * Returns a subquery for the id of a value, for comparison with `product_facet.value_id`. If `facet_value` is joined
 * instead, PostgreSQL reads all products of the value, even for a query that needs only the newest product.
 */
export function facetValueIdQuery(db: ShopDatabase['read'], kind: FacetName, slug: string) {
  return db.selectFrom('facet_value').select('id').where('kind', '=', kind).where('slug', '=', slug);
}

/** Returns the options of a category field. A subcategory is named with its parent: "Women › Kurtas". */
export function categoryOptions(categories: readonly CategoryBranch[]): (readonly [slug: string, name: string])[] {
  return categories.flatMap(({ slug, name, children }) => [
    [slug, name] as const,
    ...children.map((child) => [child.slug, `${name} › ${child.name}`] as const),
  ]);
}

/**
 * Returns the categories and facet values to which menus, the footer and slides may link. They are cached for up to 5
 * minutes, or until lists or facet values change.
 */
export function shopMenu({ cache, db }: Pick<Shop, 'cache' | 'db'>) {
  return cache.remember('shop-menu', ['list', TAXONOMY_TAG], async () => {
    const [tree, valuesWithProducts] = await Promise.all([categoryTree(db), readValuesWithProducts(db)]);
    const categoriesWithProducts = tree.filter(({ count }) => count > 0);
    const categories = categoriesWithProducts.map((category) => ({
      ...category,
      children: category.children.filter(({ count }) => count > 0),
    }));
    return { categories, valuesWithProducts };
  });
}

/** For each facet of `PRODUCT_FACETS`, the slugs of its values that have products for sale. */
export type ValuesWithProducts = ReadonlyMap<FacetName, ReadonlySet<string>>;

/**
 * Returns whether a URL leads to products: false for a list of a category, collection or other facet value without
 * products; true for any other URL.
 */
export function leadsToProducts(valuesWithProducts: ValuesWithProducts, href: string): boolean {
  const [path = '', query = ''] = (href.split('#', 1)[0] ?? '').split('?', 2);
  if (path !== '/products' && path !== '/products/') return true;
  const parameters = new URLSearchParams(query);
  return PRODUCT_FACETS.every((kind) => {
    const slugs = parameters.getAll(kind).flatMap((value) => value.split(',').filter(Boolean));
    return slugs.length === 0 || slugs.some((slug) => valuesWithProducts.get(kind)?.has(slug));
  });
}
