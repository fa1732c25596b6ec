import { changedPaise, type PriceChange, type Rounding } from '#lib/catalog/admin/bulk/change-price.ts';
import { type ProductValues, pricesOf, type VariantPrice } from '#lib/catalog/admin/product-values.ts';
import { PRODUCT_LIMITS } from '#lib/catalog/import/record/record-limits.ts';
import type { PlannedSale, SalePrices } from '#lib/catalog/products/sale-schedule.ts';

export type BulkChange =
  | ({ action: 'price' } & PriceChange)
  | { action: 'status'; status: 'active' | 'draft' }
  | { action: 'category'; way: 'add' | 'remove'; category: string }
  | { action: 'sale'; percent: number; rounding: Rounding; startsAt: number | null; endsAt: number | null }
  | { action: 'end_sale' };

/** The values of a product that a bulk action changes. The values before and after a change have the same fields. */
export interface ChangedFields {
  status?: 'active' | 'draft';
  categories?: string[];
  /** The id, price and sale price of each variant. */
  prices?: VariantPrice[];
  /**
   * `planned` is the scheduled sale, whether or not the sale has begun, or null if there is none. `full` has the
   * regular price of each variant.
   */
  sale?: { full: [variantId: number, pricePaise: number][]; planned: PlannedSale | null };
}

export type PlannedChange = { before: ChangedFields; after: ChangedFields } | { refusal: string };

const MAX_PAISE = 1_000_000_000;

/** Returns what a bulk action would change in a product, or why it would change nothing. */
export function plannedChange(product: ProductValues, change: BulkChange): PlannedChange {
  switch (change.action) {
    case 'price':
      return plannedPrices(product, change);
    case 'status':
      return product.status === change.status
        ? { refusal: change.status === 'active' ? 'It is already active.' : 'It is already a draft.' }
        : { before: { status: product.status }, after: { status: change.status } };
    case 'category':
      return plannedCategories(product, change);
    case 'sale':
      return plannedSale(product, change);
    case 'end_sale':
      return plannedSaleEnd(product);
  }
}

function plannedPrices(product: ProductValues, change: PriceChange): PlannedChange {
  const before = pricesOf(product);
  const after = before.map(([id, price, sale]): VariantPrice => [id, changedPaise(price, change), sale]);
  if (after.some(([, price]) => price <= 0)) return { refusal: 'A price would be ₹0 or less.' };
  if (after.some(([, price]) => price > MAX_PAISE)) return { refusal: 'A price would be above ₹1 crore.' };
  if (after.some(([, price, sale]) => sale !== null && sale >= price))
    return { refusal: 'A sale price would not be below the regular price.' };
  return isEqual(before, after)
    ? { refusal: 'No price would change.' }
    : { before: { prices: before }, after: { prices: after } };
}

function plannedCategories(
  { categories }: ProductValues,
  { way, category }: Extract<BulkChange, { action: 'category' }>,
): PlannedChange {
  const isInCategory = categories.includes(category);
  if (way === 'remove')
    return isInCategory
      ? { before: { categories }, after: { categories: categories.filter((slug) => slug !== category) } }
      : { refusal: 'It is not in this category.' };
  if (isInCategory) return { refusal: 'It is already in this category.' };
  return categories.length >= PRODUCT_LIMITS.categories
    ? { refusal: `It is already in ${PRODUCT_LIMITS.categories} categories.` }
    : { before: { categories }, after: { categories: [...categories, category] } };
}

function plannedSale(
  product: ProductValues,
  { percent, rounding, startsAt, endsAt }: Extract<BulkChange, { action: 'sale' }>,
): PlannedChange {
  if (product.sale) return { refusal: 'It already has a sale that is planned or has begun.' };
  const prices = product.variants.flatMap(({ id, pricePaise }): SalePrices => {
    const paise = changedPaise(pricePaise, { direction: 'down', amount: percent, unit: 'percent', rounding });
    return paise > 0 && paise < pricePaise ? [[id, paise]] : [];
  });
  if (prices.length === 0) return { refusal: 'No sale price would be below the regular price.' };
  const sale = saleOf(product);
  return { before: { sale }, after: { sale: { ...sale, planned: { startsAt, endsAt, prices } } } };
}

/** Plans the end of the scheduled sale. If there is no scheduled sale, plans the removal of the sale prices. */
function plannedSaleEnd(product: ProductValues): PlannedChange {
  const sale = saleOf(product);
  if (product.sale) return { before: { sale }, after: { sale: { ...sale, planned: null } } };
  const before = pricesOf(product);
  const after = before.map(([id, price]): VariantPrice => [id, price, null]);
  return isEqual(before, after)
    ? { refusal: 'It has no sale price.' }
    : { before: { prices: before }, after: { prices: after } };
}

/** Returns whether the product still has the values in `before`, which were stored for the preview. */
export function isUnchanged(product: ProductValues, before: ChangedFields): boolean {
  const currentFields: ChangedFields = {
    ...(before.status && { status: product.status }),
    ...(before.categories && { categories: product.categories }),
    ...(before.prices && { prices: pricesOf(product) }),
    ...(before.sale && { sale: saleOf(product) }),
  };
  return isEqual(currentFields, before);
}

function saleOf({ variants, sale }: ProductValues): NonNullable<ChangedFields['sale']> {
  const fullPrices = variants.map(({ id, pricePaise }): [number, number] => [id, pricePaise]);
  const salePlan = sale && { startsAt: sale.startsAt, endsAt: sale.endsAt, prices: sale.prices };
  return { full: fullPrices, planned: salePlan ?? null };
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
