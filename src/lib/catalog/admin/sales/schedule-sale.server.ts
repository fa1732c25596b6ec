import { lockProduct, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import type { ProductValues } from '#lib/catalog/admin/product-values.ts';
import { readProductValues } from '#lib/catalog/admin/read-product-values.server.ts';
import type { SaleForm } from '#lib/catalog/admin/sales/sale-form.schema.ts';
import { setSale } from '#lib/catalog/admin/sales/set-sale.server.ts';
import { rupeesOf } from '#lib/catalog/import/record/rupees.ts';
import type { SalePrices } from '#lib/catalog/products/sale-schedule.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { rupeesToPaise } from '#lib/shop/money/money.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

const NO_PRICE = 'Enter a sale price for at least one variant.';
const END_IN_PAST = 'The end must be in the future.';

/**
 * Schedules a sale of a product, or changes its scheduled sale. A sale without a start begins immediately. A sale
 * without an end continues until somebody ends it. Throws a ShopError `not_found` if there is no such product,
 * `invalid` if a price is not valid, no price is entered or the end is not in the future, and `conflict` if the product
 * has changed since `version`.
 */
export function scheduleSale(shop: ProductShop, form: Omit<SaleForm, 'id'> & { id: number }): Promise<void> {
  return transaction(shop.db, async (tx) => {
    const product = await lockedProduct(tx, form);
    const { startsAt, endsAt } = form;
    const now = shop.now();
    if (endsAt !== null && endsAt <= now) throw new ShopError('invalid', END_IN_PAST, { ends_at: END_IN_PAST });
    const prices = parseSalePrices(product, form);
    if (prices.length === 0) throw new ShopError('invalid', NO_PRICE, { 'sale[]': NO_PRICE });
    await setSale(tx, shop, product, {
      startsAt: startsAt !== null && startsAt <= now ? null : startsAt,
      endsAt,
      prices,
    });
  });
}

/**
 * Ends a sale now, or removes a sale that has not begun. Throws a ShopError `not_found` if there is no such product,
 * and `conflict` if the product has changed since `version` or has no sale.
 */
export function endSale(shop: ProductShop, { id, version }: { id: number; version: number }): Promise<void> {
  return transaction(shop.db, async (tx) => {
    const product = await lockedProduct(tx, { id, version });
    if (!product.sale) throw new ShopError('conflict', 'The sale has already ended.');
    await setSale(tx, shop, product, undefined);
  });
}

async function lockedProduct(tx: Tx, { id, version }: { id: number; version: number }): Promise<ProductValues> {
  await lockProduct(tx, id, version);
  const product = (await readProductValues(tx, [id])).get(id);
  if (!product) throw new ShopError('not_found', 'There is no such product.');
  return product;
}

function parseSalePrices(
  { variants }: ProductValues,
  { variantIds, salePrices }: Pick<SaleForm, 'variantIds' | 'salePrices'>,
): SalePrices {
  return variants.flatMap(({ id, pricePaise }): SalePrices => {
    const input = salePrices[variantIds.indexOf(id)] ?? '';
    if (input === '') return [];
    const paise = rupeesToPaise(rupeesOf(input) ?? Number.NaN);
    if (paise === undefined || paise <= 0) throw invalidPrice(`“${input}” is not an amount in rupees.`);
    if (paise >= pricePaise)
      throw invalidPrice(`A sale price must be below the regular price, ${priceText(pricePaise)}.`);
    return [[id, paise]];
  });
}

function invalidPrice(message: string): ShopError {
  return new ShopError('invalid', message, { 'sale[]': message });
}
