import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { StockWhy } from '#lib/platform/db/tables/stock.ts';

export interface LedgerLine {
  at: number;
  change: number;
  sum: number;
  why: StockWhy;
  number: string | null;
  note: string | null;
}

export async function readLedger(db: ShopDatabase, variantId: number): Promise<LedgerLine[]> {
  const rows = await db.write
    .selectFrom('stock_ledger')
    .leftJoin('orders', 'orders.id', 'stock_ledger.order_id')
    .select(['stock_ledger.at', 'change', 'why', 'orders.number', 'stock_ledger.note'])
    .where('variant_id', '=', variantId)
    .orderBy('stock_ledger.id')
    .execute();
  let sum = 0;
  return rows.map((row) => {
    sum += row.change;
    return { ...row, sum };
  });
}

/** Variants whose ledger and stock differ: none, unless somebody wrote to the database directly. */
export async function unsoundStock(db: ShopDatabase): Promise<{ id: number; sku: string | null; product: string }[]> {
  return db.read
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'sku', 'slug as product'])
    .where((is) =>
      is(
        'quantity',
        '<>',
        is
          .selectFrom('stock_ledger')
          .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('change'), sum.val(0)).as('sum'))
          .whereRef('variant_id', '=', 'variant.id'),
      ),
    )
    .orderBy('variant.id')
    .limit(100)
    .execute();
}
