import { changeProduct, lockProduct, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import { countManualChanges } from '#lib/catalog/admin/manual-changes.server.ts';
import type { ProductToEdit } from '#lib/catalog/admin/read-product.server.ts';
import type { VariantForm } from '#lib/catalog/admin/variant-form.schema.ts';
import { variantPatches } from '#lib/catalog/admin/variant-patches.ts';
import { correctVariant } from '#lib/catalog/inventory/correct-stock.server.ts';
import { parseNumber } from '#lib/catalog/inventory/requested-quantity.ts';
import { setVariantShelf } from '#lib/catalog/inventory/set-shelf.server.ts';
import { findStockRow } from '#lib/catalog/inventory/set-stock.server.ts';
import { lockStock } from '#lib/catalog/inventory/write-variants.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { toCm } from '#lib/primitives/metres.ts';

const STOCK_CHANGED =
  'Somebody else has changed the stock in the meantime. Compare it with what you typed, and save again.';
const REFUSED = 'With your role, you can change only stock and shelves. Ask an owner of the shop.';

/**
 * Saves the values of a form. The stock changes by the difference between the shown and the entered number, so that a
 * sale in the meantime is not lost. If `mayManage` is false, the person may change only stock and shelves. Throws
 * `not_found` if there is no such product, `invalid` if a value is rejected, `refused` if the person may not make the
 * change, and `conflict` if somebody else has changed the product or corrected the same stock in the meantime. After an
 * error, nothing is saved.
 */
export function changeVariants(
  shop: ProductShop,
  form: Omit<VariantForm, 'id' | 'list'> & { id: number },
  mayManage: boolean,
): Promise<{ slug: string; isChanged: boolean }> {
  return transaction(shop.db, async (tx) => {
    const product = await lockProduct(tx, form.id, form.version);
    const patches = variantPatches(product, form);
    if (patches.length > 0) {
      if (!mayManage) throw new ShopError('refused', REFUSED);
      await refuseTakenSkus(tx, product, form);
      await changeProduct(tx, shop, { type: 'product', slug: product.record.slug, variants: patches });
    }
    const shelfChangeCount = await changeShelves(tx, product, form, shop.now());
    const stockChangeCount = await changeStock(tx, product, form, shop.now());
    return { slug: product.record.slug, isChanged: patches.length + shelfChangeCount + stockChangeCount > 0 };
  });
}

/** Throws `invalid` if a new SKU is in use. Imports and scanners find variants by SKU, so each SKU must be unique. */
async function refuseTakenSkus(
  tx: Tx,
  { stored }: ProductToEdit,
  { variantIds, sku = [] }: Pick<VariantForm, 'variantIds' | 'sku'>,
) {
  const addedSkus = sku.filter(
    (code, index) => code && stored.variants.find(({ id }) => id === variantIds[index])?.sku !== code,
  );
  if (addedSkus.length === 0) return;
  const takenVariant = await tx.selectFrom('variant').select('sku').where('sku', 'in', addedSkus).executeTakeFirst();
  const duplicate = takenVariant?.sku ?? addedSkus.find((code, index) => addedSkus.indexOf(code) !== index);
  if (duplicate) throw new ShopError('invalid', `Another variant has the SKU ${duplicate}.`, { 'sku[]': 'is in use' });
}

/** Saves the entered shelves. Returns the number of variants whose shelf has changed. */
async function changeShelves(
  tx: Tx,
  { stored }: ProductToEdit,
  { variantIds, shelf = [] }: Pick<VariantForm, 'variantIds' | 'shelf'>,
  at: number,
): Promise<number> {
  let changedCount = 0;
  for (const { id, shelf: oldShelf } of stored.variants) {
    const newShelf = shelf[variantIds.indexOf(id)];
    if (newShelf === undefined || newShelf === (oldShelf ?? '')) continue;
    await setVariantShelf(tx, await findStockRow(tx, id), newShelf, at);
    changedCount++;
  }
  return changedCount;
}

/** Corrects the stock. Returns the number of changed fields. Throws `invalid` or `conflict`. */
async function changeStock(
  tx: Tx,
  { stored: { row, variants } }: ProductToEdit,
  { stockFields, stock = [], reason }: Pick<VariantForm, 'stockFields' | 'stock' | 'reason'>,
  at: number,
): Promise<number> {
  const changedFields = stockFields
    .map((field, index) => ({ ...field, change: stockChange(row.sell_unit, field, stock[index] ?? '') }))
    .filter(({ variantId, change }) => change !== 0 && variants.some(({ id }) => id === variantId));
  if (changedFields.length === 0) return 0;
  const variantIds = [...new Set(changedFields.map(({ variantId }) => variantId))].sort((a, b) => a - b);
  await lockStock(tx, variantIds);
  const manualChangeCounts = await countManualChanges(tx, variantIds);
  if (changedFields.some(({ variantId, manualChanges }) => (manualChangeCounts.get(variantId) ?? 0) !== manualChanges))
    throw new ShopError('conflict', STOCK_CHANGED, { version: STOCK_CHANGED });
  for (const { variantId, bolt, change } of changedFields) {
    const correction = { change, boltNumber: bolt === undefined ? undefined : bolt + 1, reason };
    await correctVariant(tx, await findStockRow(tx, variantId), correction, at);
  }
  return changedFields.length;
}

/**
 * Returns the change to one stock field, in pieces or cm: 0 if the field for a new bolt is empty. Throws `invalid` if
 * the text is not a number.
 */
function stockChange(
  sellUnit: 'piece' | 'metre',
  { bolt, amount }: { bolt?: number | undefined; amount: number },
  text: string,
) {
  const isEmptyNewBolt = sellUnit === 'metre' && bolt === undefined && text === '';
  return isEmptyNewBolt ? 0 : parseAmount(sellUnit, text) - amount;
}

/** Parses a number of pieces or metres. Returns pieces or cm. Throws `invalid` if the text is not such a number. */
function parseAmount(sellUnit: 'piece' | 'metre', text: string): number {
  const amount = parseNumber(text) ?? Number.NaN;
  const count = sellUnit === 'metre' ? toCm(amount) : amount;
  if (Number.isSafeInteger(count)) return count;
  const message =
    sellUnit === 'metre'
      ? `“${text}” is not a length in metres, such as 12.5.`
      : `“${text}” is not a whole number of pieces.`;
  throw new ShopError('invalid', message, { 'stock[]': message });
}
