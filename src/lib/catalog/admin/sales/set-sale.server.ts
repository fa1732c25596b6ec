import { changeProducts, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import { type ProductValues, patchOf, withSalePrices } from '#lib/catalog/admin/product-values.ts';
import { saleText } from '#lib/catalog/admin/sales/sale-words.ts';
import { lockCatalogue, setCatalogueVersion } from '#lib/catalog/products/catalogue-version.server.ts';
import {
  dueAt,
  dueStep,
  type PlannedSale,
  type SaleSchedule,
  salePricesAfter,
} from '#lib/catalog/products/sale-schedule.ts';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';

/**
 * Schedules or changes the sale of a product, or ends or removes it now if `planned` is undefined. Prices that are due
 * are stored in the variants immediately. A sale that has begun keeps its start. The caller must lock the catalogue
 * before reading the product.
 */
export async function setSale(
  tx: Tx,
  shop: ProductShop,
  product: ProductValues,
  planned: PlannedSale | undefined,
): Promise<void> {
  const at = shop.now();
  const { sale } = product;
  const before = sale && { sale: saleText(sale) };
  const after = planned && { sale: saleText(planned) };
  const action = planned ? 'schedule sale' : 'end sale';
  await recordAudit(tx, { action, record: { kind: 'product', id: product.slug }, before, after }, at);
  // Structured data and the feed contain the end of a sale, so they change even if no price changes.
  await setCatalogueVersion(tx, (await lockCatalogue(tx)) + 1);
  await invalidate(tx, [`product:${product.slug}`]);
  const runningSale = sale?.startedAt === null ? undefined : sale;
  if (!planned) {
    if (runningSale) await applySales(tx, shop, 'end', [{ product, sale: runningSale }]);
    else await removeSale(tx, product.id);
    return;
  }
  const newSale: SaleSchedule = {
    ...planned,
    productId: product.id,
    startsAt: runningSale ? runningSale.startsAt : planned.startsAt,
    startedAt: null,
    replacedPrices: runningSale?.replacedPrices ?? [],
    author: currentActor()?.name ?? '',
    updatedAt: at,
  };
  // A sale that has begun starts again with its new prices.
  const step = runningSale ? 'start' : dueStep(newSale, at);
  if (step) await applySales(tx, shop, step, [{ product, sale: newSale }]);
  else await storeSale(tx, newSale);
}

/** A step of a sale. `drop` deletes a sale whose end passed before it could begin. */
export type SaleStep = 'start' | 'end' | 'drop';

/**
 * Applies a step to these sales: changes the prices of the variants like an edit by staff, and then stores the sales as
 * begun or deletes them.
 */
export async function applySales(
  tx: Tx,
  shop: ProductShop,
  step: SaleStep,
  sales: readonly { product: ProductValues; sale: SaleSchedule }[],
): Promise<void> {
  const at = shop.now();
  const changes = sales.map(({ product, sale }) => {
    const prices = salePricesAfter(step, sale, product.variants);
    return { product, patch: patchOf(product, { prices: withSalePrices(product, prices) }) };
  });
  const priceChanges = changes.filter(({ patch }) => patch.variants?.length);
  const patches = priceChanges.map(({ patch }) => patch);
  const problems = patches.length === 0 ? [] : await changeProducts(tx, shop, patches, `${step} sale`);
  for (const change of changes) {
    // A product that can't be saved stays unchanged, but its sale still begins or ends.
    const index = priceChanges.indexOf(change);
    const priceResult = index === -1 ? 'unchanged' : problems[index];
    const record = { kind: 'product', id: change.product.slug };
    if (priceResult !== undefined)
      await recordAudit(tx, { action: `${step} sale`, record, after: { prices: priceResult } }, at);
  }
  for (const { product, sale } of sales) {
    if (step === 'start')
      await storeSale(tx, { ...sale, startedAt: at, replacedPrices: pricesBeforeSale(product, sale) });
    else await removeSale(tx, product.id);
  }
}

/** Returns the sale prices that the variants in the sale had before the sale began. */
function pricesBeforeSale(
  { variants }: ProductValues,
  { prices, replacedPrices }: SaleSchedule,
): SaleSchedule['replacedPrices'] {
  const currentPrices = variants.map(({ id, salePaise }) => [id, salePaise] as const);
  const earlierPrices = new Map([...currentPrices, ...replacedPrices]);
  return prices.map(([id]) => [id, earlierPrices.get(id) ?? null]);
}

async function storeSale(tx: Tx, sale: SaleSchedule): Promise<void> {
  const columns = {
    ...{ starts_at: sale.startsAt, ends_at: sale.endsAt, started_at: sale.startedAt, due_at: dueAt(sale) },
    ...{ prices_json: JSON.stringify(sale.prices), before_json: JSON.stringify(sale.replacedPrices) },
    ...{ author: sale.author, updated_at: sale.updatedAt },
  };
  await tx
    .insertInto('scheduled_sale')
    .values({ product_id: sale.productId, ...columns })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet(columns))
    .execute();
}

async function removeSale(tx: Tx, productId: number): Promise<void> {
  await tx.deleteFrom('scheduled_sale').where('product_id', '=', productId).execute();
}
