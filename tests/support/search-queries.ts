import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { root } from '#support/project-root.ts';

/** A search, and the products in the demo's catalogue that match it, chosen by reading the catalogue. */
export interface JudgedQuery {
  query: string;
  wanted: string[];
}

export interface QueryResult extends JudgedQuery {
  slugs: string[];
  /** The number of wanted products in the first ten results, divided by the number of wanted products, at most ten. */
  recall: number;
  isFirstRelevant: boolean;
}

const RESULT_COUNT = 10;
const FOLDER = join(root, 'tests/support/queries');

export function judgedQueries(): JudgedQuery[] {
  const files = readdirSync(FOLDER).sort();
  return files.flatMap((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as JudgedQuery[]);
}

/** Returns the first results that a shopper sees. */
async function firstResults(db: ShopDatabase, query: string): Promise<string[]> {
  const { cards } = await listProducts(db, parseListQuery(new URLSearchParams({ search: query }), priceRange({})));
  return cards.slice(0, RESULT_COUNT).map(({ slug }) => slug);
}

/** Performs each judged search, and compares its first ten results with the wanted products. */
export async function judgeQueries(db: ShopDatabase): Promise<QueryResult[]> {
  const results: QueryResult[] = [];
  for (const { query, wanted } of judgedQueries()) {
    const slugs = await firstResults(db, query);
    const relevant = slugs.filter((slug) => wanted.includes(slug)).length;
    const recall = relevant / Math.min(RESULT_COUNT, wanted.length);
    results.push({ query, wanted, slugs, recall, isFirstRelevant: wanted.includes(slugs[0] ?? '') });
  }
  return results;
}

/** Returns the mean recall, and the share of the searches whose first result is relevant. */
export function figuresOf(results: QueryResult[]): { recall: number; firstRelevant: number } {
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return {
    recall: mean(results.map(({ recall }) => recall)),
    firstRelevant: mean(results.map(({ isFirstRelevant }) => Number(isFirstRelevant))),
  };
}
