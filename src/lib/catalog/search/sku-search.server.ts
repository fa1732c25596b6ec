import { type RawBuilder, sql } from 'kysely';
import type { FoundPart } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { fullBitset } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { WordSearchResult } from '#lib/catalog/search/word-index.server.ts';
import type { Engine, ShopDatabase } from '#lib/platform/db/db.server.ts';

const LOOKS_LIKE_SKU = /^(?=.*\d|.*[-_/.])[\p{L}\d][\p{L}\d\-_/.]{3,}$/u;
const SEPARATORS = ['-', '_', '/', '.', ' '];
const SEARCHABLE_KEY = /^[a-z0-9]{4,60}$/;
/** Sorts after all characters that a SKU may contain. */
const LAST_CHARACTER = '\uffff';
const MAX_RESULTS = 100;
const MAX_FOUND_VARIANTS = 1_000;

/**
 * Returns the products that have a variant with this SKU; undefined if there are none. A different spelling of a SKU
 * and the beginning of a SKU also match, unless the catalogue contains each word of the term.
 */
export async function findBySku(
  db: ShopDatabase,
  term: string,
  areWordsKnown: boolean,
): Promise<WordSearchResult | undefined> {
  const exactIds = await productIdsWithSku(db, term);
  const productIds = exactIds.length > 0 || areWordsKnown ? exactIds : await productIdsWithSkuLike(db, term);
  if (productIds.length === 0) return undefined;
  const ids = Uint32Array.from(productIds).sort();
  const part: FoundPart = { ids, bits: fullBitset(ids.length), withScores: (use) => use(() => 1) };
  return { key: `sku ${ids.join()}`, parts: [part], groups: [], isPartial: false, isFarOff: false, missingKinds: [] };
}

/** Returns up to 100 variants with exactly this SKU, as typed, in upper case or in lower case. */
export function variantsWithSku(db: Pick<ShopDatabase, 'read'>, term: string) {
  const spellings = [...new Set([term, term.toUpperCase(), term.toLowerCase()])];
  return db.read
    .selectFrom('variant')
    .select(['id', 'product_id'])
    .where('sku', 'in', spellings)
    .limit(MAX_RESULTS)
    .execute();
}

async function productIdsWithSku(db: ShopDatabase, term: string): Promise<number[]> {
  if (!LOOKS_LIKE_SKU.test(term)) return [];
  const rows = await variantsWithSku(db, term);
  return [...new Set(rows.map(({ product_id }) => product_id))];
}

/**
 * Returns a condition for variants whose SKU begins with the term, regardless of case and separators; undefined unless
 * the term without its separators consists of 2 to 60 letters and digits.
 */
export function skuBeginsWith(engine: Engine, term: string): RawBuilder<boolean> | undefined {
  const key = normalizedSku(term);
  if (!/^[a-z0-9]{2,60}$/.test(key)) return undefined;
  const column = sql.raw<string>(skuKeyExpression(engine));
  return sql<boolean>`${column} >= ${key} and ${column} < ${key + LAST_CHARACTER}`;
}

function normalizedSku(term: string): string {
  return SEPARATORS.reduce((text, separator) => text.replaceAll(separator, ''), term.toLowerCase());
}

/**
 * Returns the ids of the products with this SKU; if there are none, of those with a SKU that begins with the term.
 * Ignores case and separators.
 */
async function productIdsWithSkuLike(db: ShopDatabase, term: string): Promise<number[]> {
  const key = normalizedSku(term);
  const beginsWithKey = skuBeginsWith(db.engine, term);
  if (!beginsWithKey || !SEARCHABLE_KEY.test(key)) return [];
  const column = sql.raw<string>(skuKeyExpression(db.engine));
  const { rows } = await sql<{ product_id: number; key: string }>`select product_id, ${column} as key from variant
    where ${beginsWithKey} order by ${column} limit ${MAX_FOUND_VARIANTS}`.execute(db.read);
  const exactRows = rows.filter((row) => row.key === key);
  const ids = (exactRows.length > 0 ? exactRows : rows).map(({ product_id }) => product_id);
  return [...new Set(ids)].slice(0, MAX_RESULTS);
}

/** Returns the expression of the index `variant_sku_key`. If it differs, neither database uses the index. */
function skuKeyExpression(engine: Engine): string {
  const strippedSku = SEPARATORS.reduce((text, separator) => `replace(${text}, '${separator}', '')`, 'sku');
  return engine === 'postgres' ? `lower(${strippedSku} collate "C")` : `lower(${strippedSku})`;
}
