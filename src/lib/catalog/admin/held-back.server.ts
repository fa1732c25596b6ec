import { sql } from 'kysely';
import { isTaxKnown } from '#lib/catalog/products/goods-hsn.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { taxRates } from '#lib/shop/money/tax-rates.server.ts';

export interface HeldBackProducts {
  productCount: number;
  /** Up to ten HSN codes of these products for which no GST rate is known. */
  hsns: string[];
}

const MAX_CODES = 10;

/**
 * Counts the products that are held back because an HSN code or its GST rate is unknown. Returns undefined if there are
 * no such products. `at` is the time at which the rates apply.
 */
export async function heldBackProducts(
  db: Pick<ShopDatabase, 'read' | 'memo'>,
  at: number,
): Promise<HeldBackProducts | undefined> {
  // The first condition repeats the condition of the partial index, so that databases use that index.
  const heldBackQuery = db.read
    .selectFrom('product_summary')
    .where(sql<boolean>`product_summary.status <> 'active'`)
    .where('product_summary.status', '=', 'held_back');
  const { n } = await heldBackQuery.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  if (Number(n) === 0) return undefined;
  const codes = await heldBackQuery
    .innerJoin('variant', 'variant.product_id', 'product_summary.id')
    .select('tax_hsn')
    .distinct()
    .orderBy('tax_hsn')
    .execute();
  const rates = taxRates(db);
  const unknownCodes = codes.flatMap(({ tax_hsn }) => (tax_hsn && !isTaxKnown(tax_hsn, at, rates) ? [tax_hsn] : []));
  return { productCount: Number(n), hsns: unknownCodes.slice(0, MAX_CODES) };
}
