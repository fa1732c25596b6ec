import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const LOOKS_LIKE_SKU = /^(?=.*\d|.*[-_/.])[\p{L}\d][\p{L}\d\-_/.]{3,}$/u;
const MOST = 100;

/** Ids of the products that have an article of this number, in its capitals or in small letters. */
export async function articlesWithSku(db: ShopDatabase, term: string): Promise<number[]> {
  if (!LOOKS_LIKE_SKU.test(term)) return [];
  const spellings = [...new Set([term, term.toUpperCase(), term.toLowerCase()])];
  const rows = await db.read
    .selectFrom('variant')
    .select('product_id')
    .distinct()
    .where('sku', 'in', spellings)
    .limit(MOST)
    .execute();
  return rows.map(({ product_id }) => product_id);
}
