import { sql } from 'kysely';
import type { DemoVariant } from '#lib/operations/demo-history/choose-variants.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Returns all variants of active products, sorted by slug and SKU. */
export async function readVariants({ write }: Pick<ShopDatabase, 'write'>): Promise<DemoVariant[]> {
  const rows = await write
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product_id', 'slug', 'sku', 'sell_unit', 'min_quantity', 'unit_step_cm', 'pre_order_at'])
    .select(['variant.price_paise', 'variant.sale_price_paise'])
    .select((eb) =>
      eb
        .selectFrom('stock_ledger')
        .select(sql<number>`coalesce(sum(change), 0)`.as('sum'))
        .whereRef('variant_id', '=', 'variant.id')
        .where('order_id', 'is', null)
        .as('opening'),
    )
    .where('status', '=', 'active')
    .execute();
  return rows
    .map((row) => ({
      variantId: row.id,
      productId: row.product_id,
      slug: row.slug,
      sku: row.sku ?? '',
      sellUnit: row.sell_unit,
      minQuantity: row.min_quantity,
      stepCm: row.unit_step_cm,
      pricePaise: row.sale_price_paise ?? row.price_paise,
      isPreOrder: row.pre_order_at !== null,
      openingQuantity: Number(row.opening ?? 0),
    }))
    .toSorted((a, b) => compareTexts(`${a.slug} ${a.sku}`, `${b.slug} ${b.sku}`));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
