import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listingOf } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { searchCatalogue } from '#lib/catalog/listing/search-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { root } from '#support/project-root.ts';

/**
 * A search, and the criteria for its results: patterns for categories, slugs, materials and colours, a size or age, and
 * prices in rupees.
 */
export interface ShopperQuery {
  query: string;
  category?: string;
  slug?: string;
  material?: string;
  color?: string;
  size?: string;
  from?: number;
  upTo?: number;
}

export interface ShopperResult {
  query: string;
  /** The first five results in the list. */
  first: string[];
  /** The first five results in the overlay. */
  overlay: string[];
  hasEnoughMatches: boolean;
}

interface DemoProduct {
  slug: string;
  categories: string[];
  material?: string;
  variants: { price: number; sale_price?: number; values?: Record<string, string> }[];
}

const RESULT_COUNT = 5;
/** The number of matches required among the first five results, or all matches if the catalogue has fewer. */
const MIN_MATCHES = 3;
const FILES = ['women', 'men-home', 'children', 'fabrics'];

export function shopperQueries(name: 'first' | 'second' | 'mechanisms'): ShopperQuery[] {
  return JSON.parse(readFileSync(join(root, `tests/support/shopper-queries/${name}.json`), 'utf8')) as ShopperQuery[];
}

export async function judgeShopperQueries(
  db: ShopDatabase,
  queries: readonly ShopperQuery[],
): Promise<ShopperResult[]> {
  const products = FILES.flatMap((file) =>
    readFileSync(join(root, `src/content/catalogue/${file}.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as DemoProduct),
  );
  const results: ShopperResult[] = [];
  for (const criteria of queries) {
    const matchingSlugs = new Set(products.filter((product) => isMatch(product, criteria)).map(({ slug }) => slug));
    const first = await firstOfList(db, criteria.query);
    const { product } = await searchCatalogue(db, criteria.query);
    const overlay = product.slice(0, RESULT_COUNT).map(({ slug }) => slug);
    const minMatches = Math.min(MIN_MATCHES, matchingSlugs.size);
    const hasEnough = (slugs: string[]) =>
      minMatches > 0 && slugs.filter((slug) => matchingSlugs.has(slug)).length >= minMatches;
    results.push({ query: criteria.query, first, overlay, hasEnoughMatches: hasEnough(first) && hasEnough(overlay) });
  }
  return results;
}

async function firstOfList(db: ShopDatabase, search: string): Promise<string[]> {
  const query = parseListQuery(new URLSearchParams({ search }), priceRange({}));
  const { ids } = await listingOf(db).findIds(query, RESULT_COUNT);
  const rows = await db.read
    .selectFrom('product')
    .select(['id', 'slug'])
    .where('id', 'in', [0, ...ids])
    .execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.slug ?? '');
}

function isMatch({ slug, categories, material, variants }: DemoProduct, criteria: ShopperQuery): boolean {
  const matches = (pattern: string | undefined, text: string) => !pattern || new RegExp(pattern, 'i').test(text);
  const { from = 0, upTo = Number.POSITIVE_INFINITY } = criteria;
  const hasMatchingVariant = variants.some(
    ({ price, sale_price, values = {} }) =>
      (sale_price ?? price) >= from &&
      (sale_price ?? price) <= upTo &&
      matches(criteria.color, values.color ?? '') &&
      (criteria.size === undefined || [values.size, values.age].includes(criteria.size)),
  );
  const isInCategory = categories.some((category) =>
    matches(criteria.category && `^(${criteria.category})|-(${criteria.category})$`, category),
  );
  return (
    hasMatchingVariant && isInCategory && matches(criteria.slug, slug) && matches(criteria.material, material ?? '')
  );
}
