import type { CategoryNode, CollectionTile, Picture } from '#lib/catalog/catalog.ts';
import type { ShopDatabase } from '#lib/db/db.server.ts';

/** The categories in two levels with their counts of products, for menus; those without goods are left out. */
export async function categoryTree(db: ShopDatabase): Promise<CategoryNode[]> {
  const rows = await db.read
    .selectFrom('facet_value')
    .select(['id', 'slug', 'name', 'parent_id', 'product_count'])
    .where('kind', '=', 'category')
    .where('product_count', '>', 0)
    .orderBy('id')
    .execute();
  const node = (row: (typeof rows)[number]): CategoryNode => ({
    slug: row.slug,
    name: row.name,
    productCount: row.product_count,
    children: rows.filter((child) => child.parent_id === row.id).map(node),
  });
  return rows.filter((row) => row.parent_id === null).map(node);
}

/** Collections and top-level categories that have a picture and goods, as tiles for a slider. */
export async function collectionTiles(db: ShopDatabase): Promise<CollectionTile[]> {
  const rows = await db.read
    .selectFrom('facet_value')
    .select(['kind', 'slug', 'name', 'image_hash', 'image_width', 'image_height', 'image_dominant', 'image_alt'])
    .where('kind', 'in', ['collection', 'category'])
    .where('parent_id', 'is', null)
    .where('product_count', '>', 0)
    .where('image_hash', 'is not', null)
    .orderBy('kind', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const picture: Picture = {
      hash: row.image_hash ?? '',
      width: row.image_width ?? 0,
      height: row.image_height ?? 0,
      alt: row.image_alt ?? row.name,
      dominant: row.image_dominant ?? '#f1ebdf',
    };
    return { slug: row.slug, name: row.name, href: `/products?${row.kind}=${row.slug}`, picture };
  });
}
