import type { SaleSchedule } from '#lib/catalog/products/sale-schedule.ts';
import { saleSchedules } from '#lib/catalog/products/sale-schedules.server.ts';
import { loadProducts, type StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const SLUGS_PER_QUERY = 1_000;
const PRODUCTS_PER_QUERY = 50;

/**
 * Yields the slugs and times of the last update of active products with `fromId <= id < toId`, in the order of the ids.
 */
export async function* activeSlugs(
  { read }: Pick<ShopDatabase, 'read'>,
  fromId: number,
  toId: number,
): AsyncGenerator<{ slug: string; updated_at: number }> {
  for (let lastId = fromId - 1; ; ) {
    const rows = await read
      .selectFrom('product')
      .select(['id', 'slug', 'updated_at'])
      .where('id', '>', lastId)
      .where('id', '<', toId)
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(SLUGS_PER_QUERY)
      .execute();
    yield* rows;
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < SLUGS_PER_QUERY) return;
    lastId = lastRow.id;
  }
}

/** Yields all active products, each with its scheduled sale if there is one. */
export async function* activeProducts({
  read,
}: Pick<ShopDatabase, 'read'>): AsyncGenerator<StoredProduct & { sale: SaleSchedule | undefined }> {
  for (let lastId = 0; ; ) {
    const rows = await read
      .selectFrom('product')
      .select('id')
      .where('id', '>', lastId)
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(PRODUCTS_PER_QUERY)
      .execute();
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    const ids = rows.map(({ id }) => id);
    const [products, sales] = await Promise.all([loadProducts(read, { ids }), saleSchedules(read, ids)]);
    yield* products.map((product) => ({ ...product, sale: sales.get(product.row.id) }));
    lastId = lastRow.id;
  }
}
