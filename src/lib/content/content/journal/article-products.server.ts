import type { ProductCard } from '#lib/catalog/products/catalog.ts';
import { cardsByIds } from '#lib/catalog/products/product-cards.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Returns the cards of the products with these slugs, by slug. Products that are not active are left out. */
export async function articleProducts(db: ShopDatabase, slugs: string[]): Promise<Map<string, ProductCard>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.read.selectFrom('product').select('id').where('slug', 'in', slugs).execute();
  const cards = await cardsByIds(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(cards.map((card) => [card.slug, card]));
}
