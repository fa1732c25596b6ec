import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';

/** A line of the stock ledger. Amounts are in pieces or centimetres; `balance` is the stock after the change. */
export type LedgerLine = Awaited<ReturnType<typeof readLedger>>[number];

/** Reads the ledger of a variant, oldest line first. Returns an empty array if the variant has no ledger lines. */
export async function readLedger(db: ShopDatabase, variantId: number) {
  const rows = await db.write
    .selectFrom('stock_ledger')
    .leftJoin('orders', 'orders.id', 'stock_ledger.order_id')
    .select(['stock_ledger.at', 'change', 'why', 'orders.number as orderNumber', 'stock_ledger.note'])
    .where('variant_id', '=', variantId)
    .orderBy('stock_ledger.id')
    .execute();
  let balance = 0;
  return rows.map((row) => {
    balance += row.change;
    return { ...row, balance };
  });
}

/**
 * A variant whose `quantity`, the stock that the shop sells, differs from `ledgerSum`, the sum of the changes in the
 * ledger. Both are in pieces or centimetres. `product` is the slug of the product.
 */
export type StockMismatch = Awaited<ReturnType<typeof stockMismatches>>[number];

/**
 * Returns the variants whose ledger and stock differ. There are no such variants unless another program has written
 * stock without a ledger line.
 */
export async function stockMismatches(db: Pick<Tx, 'selectFrom'>) {
  const rows = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .leftJoin(
      (from) =>
        from
          .selectFrom('stock_ledger')
          .select(({ fn }) => ['variant_id', fn.sum<number>('change').as('sum')])
          .groupBy('variant_id')
          .as('ledger'),
      (on) => on.onRef('ledger.variant_id', '=', 'variant.id'),
    )
    .select(({ fn, val }) => [
      'variant.id',
      'sku',
      'slug as product',
      'sell_unit',
      'quantity',
      fn.coalesce('ledger.sum', val(0)).as('ledgerSum'),
    ])
    .where((eb) => eb('quantity', '<>', eb.fn.coalesce('ledger.sum', eb.val(0))))
    .orderBy('variant.id')
    .execute();
  return rows.map((row) => ({ ...row, ledgerSum: Number(row.ledgerSum) }));
}
