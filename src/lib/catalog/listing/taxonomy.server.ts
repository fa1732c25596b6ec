import type { ValuesWithProducts } from '#lib/catalog/listing/leads-to-products.ts';
import { type FacetName, type FacetValue, PRODUCT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import { orderedValues } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';

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
  const { slug, name, image_hash: hash, image_width: width, image_height: height } = value;
  const hasPicture = hash !== null && width !== null && height !== null;
  const picture = hasPicture
    ? { hash, width, height, alt: value.image_alt ?? '', dominant: value.image_dominant ?? '#dddddd' }
    : undefined;
  return { slug, name, count: value.product_count, description: value.description ?? undefined, picture };
}
