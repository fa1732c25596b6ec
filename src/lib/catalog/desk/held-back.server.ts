import { sql } from 'kysely';
import { isTaxKnown } from '#lib/catalog/products/goods-hsn.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';

export interface HeldBackProducts {
  products: number;
  /** HSN codes of their variants that have no GST rate, at most ten. */
  hsns: string[];
}

const MAX_CODES = 10;

/**
 * Active products that are held back because an HSN or its GST rate is unknown; undefined if there are none. `at` is
 * the time of the rates.
 */
export async function heldBackProducts(
  db: Pick<ShopDatabase, 'read' | 'memo'>,
  at: number,
): Promise<HeldBackProducts | undefined> {
  // The first condition repeats that of the partial index, so that databases use it.
  const held = db.read
    .selectFrom('product_summary')
    .where(sql<boolean>`product_summary.status <> 'active'`)
    .where('product_summary.status', '=', 'held_back');
  const { n } = await held.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  if (Number(n) === 0) return undefined;
  const codes = await held
    .innerJoin('variant', 'variant.product_id', 'product_summary.id')
    .select('tax_hsn')
    .distinct()
    .orderBy('tax_hsn')
    .execute();
  const rates = taxRates(db);
  const unknown = codes.flatMap(({ tax_hsn }) => (tax_hsn && !isTaxKnown(tax_hsn, at, rates) ? [tax_hsn] : []));
  return { products: Number(n), hsns: unknown.slice(0, MAX_CODES) };
}
