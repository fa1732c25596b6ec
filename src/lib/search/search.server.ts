import { cardsByIds } from '#lib/catalog/product-cards.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { findSearchDocuments } from '#lib/platform/db/search-table.server.ts';
import { SEARCH_MIN_CHARACTERS, type SearchHit, type SearchResult } from '#lib/search/search.ts';
import { queryWords, searchWords } from '#lib/search/search-words.ts';

/** Ranking all matches takes a hundred times longer in a large shop. */
const MATCHES_RANKED = 200;
const PRODUCTS_SHOWN = 8;
const NAMES_SHOWN = 5;

export async function searchAll(db: ShopDatabase, term: string): Promise<SearchResult> {
  const words = queryWords(term);
  if (term.trim().length <= SEARCH_MIN_CHARACTERS || words.length === 0)
    return { product: [], category: [], brand: [], blog: [] };
  const [product, names] = [await cardsByIds(db, await rankedIds(db, words)), await namesLike(db, words)];
  return { product, category: names.category, brand: names.brand, blog: [] };
}

/** Products with the words in the name come first; among equals, what sells. */
async function rankedIds(db: ShopDatabase, words: string[]): Promise<number[]> {
  const named = new Set(await findSearchDocuments(db, words, MATCHES_RANKED, 'name'));
  const others = named.size >= PRODUCTS_SHOWN ? [] : await findSearchDocuments(db, words, MATCHES_RANKED);
  const ids = [...new Set([...named, ...others])];
  if (ids.length === 0) return [];
  const rows = await db.read
    .selectFrom('product_listing')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['product_id', 'product_listing.sold', 'name'])
    .where('product_id', 'in', ids)
    .execute();
  const scored = rows.map((row) => ({
    id: row.product_id,
    sold: row.sold,
    score: score(row.name, words, named.has(row.product_id)),
  }));
  scored.sort((a, b) => b.score - a.score || b.sold - a.sold || b.id - a.id);
  return scored.slice(0, PRODUCTS_SHOWN).map(({ id }) => id);
}

function score(name: string, words: string[], isNamed: boolean): number {
  const inName = new Set(searchWords(name));
  const wholeWords = words.filter((word) => inName.has(word)).length;
  return (isNamed ? 100 : 0) + wholeWords * 10 + (searchWords(name)[0]?.startsWith(words[0] ?? '') ? 5 : 0);
}

async function namesLike(db: ShopDatabase, words: string[]): Promise<{ category: SearchHit[]; brand: SearchHit[] }> {
  const values = await db.read
    .selectFrom('facet_value')
    .select(['id', 'kind', 'slug', 'name', 'parent_id'])
    .where('kind', 'in', ['category', 'brand'])
    .where('product_count', '>', 0)
    .orderBy('product_count', 'desc')
    .orderBy('id')
    .execute();
  const nameOf = new Map(values.map(({ id, name }) => [id, name]));
  const hits = values.filter(({ name }) => {
    const own = searchWords(name);
    return words.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
  const of = (kind: 'category' | 'brand') =>
    hits
      .filter((hit) => hit.kind === kind)
      .slice(0, NAMES_SHOWN)
      .map(({ slug, name, parent_id }) => {
        const parent = parent_id === null ? undefined : nameOf.get(parent_id);
        return parent === undefined ? { slug, name } : { slug, name, parent };
      });
  return { category: of('category'), brand: of('brand') };
}
