import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export interface AwaitedItem {
  id: number;
  sku: string | null;
  /** The slug of the product. */
  product: string;
  productId: number;
  productName: string;
  /** The name of the variant. */
  name: string;
  isForSale: boolean;
  /** The number of customers who are waiting for the item. */
  waitingCount: number;
  /** When the first of these customers made the request, in epoch ms. */
  since: number;
}

/** Reads the items that customers are waiting for, the item with the most waiting customers first. */
export async function listAwaitedItems(db: ShopDatabase): Promise<AwaitedItem[]> {
  const rows = await db.read
    .selectFrom('restock_request')
    .innerJoin('variant', 'variant.id', 'restock_request.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.sku', 'product.slug as product', 'variant.name', 'product.status'])
    .select(['product.id as productId', 'product.name as productName'])
    .select((eb) => [eb.fn.countAll<number>().as('waiting_count'), eb.fn.min('asked_at').as('since')])
    .where('told_at', 'is', null)
    .groupBy([
      'variant.id',
      'variant.sku',
      'product.id',
      'product.slug',
      'product.name',
      'variant.name',
      'product.status',
    ])
    .orderBy('waiting_count', 'desc')
    .orderBy('variant.id')
    .execute();
  return rows.map(({ status, waiting_count, since, ...row }) => ({
    ...row,
    isForSale: status === 'active',
    waitingCount: Number(waiting_count),
    since: Number(since),
  }));
}
