import {
  categoryTree,
  collections,
  facetValueIdQuery,
  materials,
  type TaxonomyEntry,
} from '#lib/catalog/listing/taxonomy.server.ts';
import type { FacetName } from '#lib/catalog/listing-index/facets/facets.ts';
import type { CollectionTile } from '#lib/catalog/products/catalog.ts';
import { picturesWithFile } from '#lib/catalog/products/product-cards.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';

const MAX_MATERIALS = 8;
/** Only the newest products are candidates for a picture, to keep the home page of a large shop fast. */
const MAX_PICTURE_CANDIDATES = 20;

/**
 * Returns the rails of the home page: facet values with products, each with its picture or the first picture of its
 * newest product that has one. Values without either picture are left out (product.md, "Home").
 */
export async function homeRails(db: ShopDatabase) {
  const [collectionEntries, categories, materialEntries] = await Promise.all([
    collections(db),
    categoryTree(db),
    materials(db),
  ]);
  return {
    /** The tiles of the collections, followed by those of the categories. */
    collections: [
      ...(await tilesOf(db, 'collection', collectionEntries)),
      ...(await tilesOf(db, 'category', categories)),
    ],
    materials: await tilesOf(db, 'material', materialEntries.slice(0, MAX_MATERIALS)),
  };
}

async function tilesOf(
  db: ShopDatabase,
  kind: Extract<FacetName, 'collection' | 'category' | 'material'>,
  entries: readonly TaxonomyEntry[],
): Promise<CollectionTile[]> {
  const entriesWithProducts = entries.filter(({ count }) => count > 0);
  const tiles = await Promise.all(
    entriesWithProducts.map(async ({ slug, name, picture }) => ({
      name,
      href: `/products?${kind}=${slug}`,
      picture: picture ?? (await newestProductPicture(db, kind, slug)),
    })),
  );
  return tiles.flatMap(({ picture, ...tile }) => (picture ? [{ ...tile, picture }] : []));
}

async function newestProductPicture(db: ShopDatabase, kind: FacetName, slug: string): Promise<Picture | undefined> {
  const newestProducts = db.read
    .selectFrom('product_facet as f')
    .innerJoin('product_listing as listed', 'listed.product_id', 'f.product_id')
    .select('f.product_id')
    .where('f.value_id', '=', facetValueIdQuery(db.read, kind, slug))
    .orderBy('f.product_id', 'desc')
    .limit(MAX_PICTURE_CANDIDATES);
  const row = await db.read
    .selectFrom('picture')
    .innerJoin(newestProducts.as('newest'), 'newest.product_id', 'picture.product_id')
    .selectAll('picture')
    .where('hash', 'is not', null)
    .orderBy('picture.product_id', 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return row && picturesWithFile(row)[0];
}
