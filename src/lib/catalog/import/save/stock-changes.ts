import type { Stock } from '#lib/catalog/inventory/write-variants.server.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';

type ProductStock = Pick<StoredProduct, 'variants' | 'bolts'>;

/**
 * Returns the new stock of existing variants whose stock changes, by variant id. The stock of other variants is not
 * written, because orders may be reducing it at the same time.
 */
export function stockChanges(old: readonly ProductStock[], next: readonly ProductStock[]): Map<number, Stock> {
  const oldStocks = stocksOf(old);
  return new Map(
    [...stocksOf(next)].filter(([id, stock]) => {
      const oldStock = oldStocks.get(id);
      return oldStock !== undefined && !isSameStock(oldStock, stock);
    }),
  );
}

function stocksOf(products: readonly ProductStock[]): Map<number, Stock> {
  return new Map(
    products.flatMap(({ variants, bolts }) =>
      variants.map(({ id, quantity }) => {
        return [id, { quantity, boltsCm: (bolts.get(id) ?? []).filter((cm) => cm > 0) }] as const;
      }),
    ),
  );
}

function isSameStock(a: Stock, b: Stock): boolean {
  return a.quantity === b.quantity && a.boltsCm.join() === b.boltsCm.join();
}
