import { sql } from 'kysely';
import type { Engine, ShopDatabase } from '#lib/platform/db/db.server.ts';

const LOOKS_LIKE_SKU = /^(?=.*\d|.*[-_/.])[\p{L}\d][\p{L}\d\-_/.]{3,}$/u;
const SEPARATORS = ['-', '_', '/', '.', ' '];
const KEY = /^[a-z0-9]{4,60}$/;
const AFTER_ALL = '\uffff';
const MOST = 100;
const MOST_VARIANTS = 1_000;

/** Ids of the products that have an article of this very number, in its capitals or in small letters. */
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

/** Without regard to case, dashes and spaces: those with this number, or else those whose number begins so. */
export async function articlesWithSkuLike(db: ShopDatabase, term: string): Promise<number[]> {
  const key = SEPARATORS.reduce((text, separator) => text.replaceAll(separator, ''), term.toLowerCase());
  if (!KEY.test(key)) return [];
  const column = sql.raw<string>(skuKey(db.engine));
  const { rows } = await sql<{ product_id: number; key: string }>`select product_id, ${column} as key from variant
    where ${column} >= ${key} and ${column} < ${key + AFTER_ALL} order by ${column} limit ${MOST_VARIANTS}`.execute(
    db.read,
  );
  const same = rows.filter((row) => row.key === key);
  const ids = (same.length > 0 ? same : rows).map(({ product_id }) => product_id);
  return [...new Set(ids)].slice(0, MOST);
}

/** Must stay as in the index `variant_sku_key`, or neither database uses it. */
function skuKey(engine: Engine): string {
  const plain = SEPARATORS.reduce((text, separator) => `replace(${text}, '${separator}', '')`, 'sku');
  return engine === 'postgres' ? `lower(${plain} collate "C")` : `lower(${plain})`;
}
