import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** A variant of the demo catalogue. Its quantities are in pieces or centimetres. */
export type DemoVariant = Awaited<ReturnType<typeof readVariants>>[number];

/** Returns all variants of active products, sorted by slug and SKU. */
export async function readVariants({ write }: Pick<ShopDatabase, 'write'>) {
  const rows = await write
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id as variantId', 'product_id as productId', 'slug', 'sku', 'sell_unit as sellUnit'])
    .select(['min_quantity as minQuantity', 'unit_step_cm as stepCm', 'pre_order_at'])
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
    .map(({ pre_order_at, price_paise, sale_price_paise, opening, ...row }) => ({
      ...row,
      pricePaise: sale_price_paise ?? price_paise,
      isPreOrder: pre_order_at !== null,
      /** The stock after the import. It does not change, so a resumed run chooses the same variants. */
      openingQuantity: Number(opening ?? 0),
    }))
    .toSorted((a, b) => compareTexts(`${a.slug} ${a.sku ?? ''}`, `${b.slug} ${b.sku ?? ''}`));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
