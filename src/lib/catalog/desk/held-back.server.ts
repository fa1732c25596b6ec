import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export interface HeldBack {
  products: number;
  /** Their HSN codes without a known GST rate, at most ten; a product may have none. */
  hsns: string[];
}

const MAX_CODES = 10;

/** Active products that are not on sale because their GST rate is unknown; undefined if there are none. */
export async function heldBackProducts({ read }: Pick<ShopDatabase, 'read'>): Promise<HeldBack | undefined> {
  // The first condition is that of the partial index.
  const held = read
    .selectFrom('product_summary')
    .where(sql<boolean>`product_summary.status <> 'active'`)
    .where('product_summary.status', '=', 'held_back');
  const { n } = await held.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  if (Number(n) === 0) return undefined;
  const codes = await held
    .innerJoin('variant', 'variant.product_id', 'product_summary.id')
    .select('tax_hsn')
    .where('tax_hsn', 'is not', null)
    .distinct()
    .orderBy('tax_hsn')
    .limit(MAX_CODES)
    .execute();
  return { products: Number(n), hsns: codes.flatMap(({ tax_hsn }) => tax_hsn || []) };
}
