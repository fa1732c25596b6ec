import { setTimeout as wait } from 'node:timers/promises';
import type { ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import { readProductValues } from '#lib/catalog/admin/read-product-values.server.ts';
import { applySales, type SaleStep } from '#lib/catalog/admin/sales/set-sale.server.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import { dueStep } from '#lib/catalog/products/sale-schedule.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

const PRODUCTS_PER_TRANSACTION = 10;
const MIN_PAUSE_MS = 5;

/**
 * Applies the sales that are due, and waits for a sale that becomes due within `aheadMs`. If this function is called at
 * least once in that time, each sale starts and ends on time. While no sale is due, a call makes one query. Returns the
 * number of products whose sale was applied.
 */
export async function applySalesOnTime(shop: ProductShop, aheadMs: number, signal: AbortSignal): Promise<number> {
  const dueAt = await nextDueAt(shop.db);
  if (dueAt === null || dueAt > shop.now() + aheadMs) return 0;
  // A timer may fire a millisecond early. If the shop stops, the wait ends and no sale is applied.
  if (dueAt > shop.now()) await wait(dueAt - shop.now() + 1, undefined, { signal }).catch(() => undefined);
  return applyDueSales(shop, signal);
}

/**
 * Starts and ends the sales that are due, a few in each transaction. Several processes may do this at the same time. If
 * a process is killed, each sale is either applied or still due. Returns the number of products whose sale was applied.
 */
export async function applyDueSales(shop: ProductShop, signal: AbortSignal): Promise<number> {
  for (let appliedCount = 0; ; ) {
    const dueIds = await dueProductIds(shop.db, shop.now());
    if (dueIds.length === 0 || signal.aborted) return appliedCount;
    const startedAt = performance.now();
    appliedCount += await transaction(shop.db, async (tx) => {
      // If another process is applying sales, this process waits here, and then reads what that process has stored.
      await lockCatalogue(tx);
      const products = [...(await readProductValues(tx, dueIds)).values()];
      const dueSales = products.flatMap((product) => {
        const step = product.sale && dueStep(product.sale, shop.now());
        return product.sale && step ? [{ product, sale: product.sale, step }] : [];
      });
      for (const [step, sales] of Map.groupBy(dueSales, (dueSale): SaleStep => dueSale.step))
        await applySales(tx, shop, step, sales);
      return dueSales.length;
    });
    await wait(Math.max(MIN_PAUSE_MS, performance.now() - startedAt));
  }
}

async function nextDueAt({ write }: ShopDatabase): Promise<number | null> {
  const nextSale = await write
    .selectFrom('scheduled_sale')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return nextSale?.due_at ?? null;
}

async function dueProductIds({ write }: ShopDatabase, at: number): Promise<number[]> {
  const rows = await write
    .selectFrom('scheduled_sale')
    .select('product_id')
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .orderBy('product_id')
    .limit(PRODUCTS_PER_TRANSACTION)
    .execute();
  return rows.map(({ product_id }) => product_id);
}
