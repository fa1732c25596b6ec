import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export type AwaitedItem = Awaited<ReturnType<typeof listAwaitedItems>>[number];

/** Reads the items that customers are waiting for, the item with the most waiting customers first. */
export async function listAwaitedItems(db: ShopDatabase) {
  const rows = await db.read
    .selectFrom('restock_request')
    .innerJoin('variant', 'variant.id', 'restock_request.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id as variantId', 'variant.name as variantName', 'variant.sku', 'product.status'])
    .select(['product.id as productId', 'product.slug as productSlug', 'product.name as productName'])
    .select((eb) => [eb.fn.countAll<number>().as('waiting_count'), eb.fn.min('asked_at').as('waiting_since')])
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
  return rows.map(({ status, waiting_count, waiting_since, ...row }) => ({
    ...row,
    isForSale: status === 'active',
    /** The number of customers who are waiting for the item. */
    waitingCount: Number(waiting_count),
    /** When the first of these customers made the request, in epoch ms. */
    waitingSince: Number(waiting_since),
  }));
}
