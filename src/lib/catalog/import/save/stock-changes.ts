import type { Stock } from '#lib/catalog/inventory/write-variants.server.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';

type Shelf = Pick<StoredProduct, 'variants' | 'bolts'>;

/** The new stock of existing variants whose stock changes. Others are not written: buyers may be taking from it. */
export function stockChanges(old: readonly Shelf[], next: readonly Shelf[]): Map<number, Stock> {
  const before = stocksOf(old);
  return new Map(
    [...stocksOf(next)].filter(([id, stock]) => {
      const was = before.get(id);
      return was !== undefined && !isSameStock(was, stock);
    }),
  );
}

function stocksOf(products: readonly Shelf[]): Map<number, Stock> {
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
