import type { ProductPatch, VariantPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { SaleSchedule } from '#lib/catalog/products/sale-schedule.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

/** The values of a product that bulk actions and sales use. */
export interface ProductValues {
  id: number;
  slug: string;
  name: string;
  /** The status that the owner has set, even while the product is held back. */
  status: 'active' | 'draft';
  categories: string[];
  options: string[];
  /** The sale that is planned or has begun, if there is one. */
  sale: SaleSchedule | undefined;
  variants: { id: number; sku: string | undefined; values: string[]; pricePaise: number; salePaise: number | null }[];
}

/** The prices of a variant. `salePaise` is null if the variant has no sale price. */
export type VariantPrice = [variantId: number, pricePaise: number, salePaise: number | null];

export function pricesOf({ variants }: Pick<ProductValues, 'variants'>): VariantPrice[] {
  return variants.map(({ id, pricePaise, salePaise }) => [id, pricePaise, salePaise]);
}

/**
 * Returns the prices of a product with the sale prices in `sales`, by variant id. Variants that are not in `sales` keep
 * their sale prices.
 */
export function withSalePrices(product: ProductValues, sales: ReadonlyMap<number, number | null>): VariantPrice[] {
  return pricesOf(product).map(([id, price, sale]) => [id, price, sales.has(id) ? (sales.get(id) ?? null) : sale]);
}

interface NewValues {
  status?: 'active' | 'draft';
  categories?: string[];
  prices?: VariantPrice[];
}

/** Returns a patch that gives a product the new values. The patch contains only variants whose prices change. */
export function patchOf(product: ProductValues, { status, categories, prices }: NewValues): ProductPatch {
  return {
    ...{ type: 'product', slug: product.slug },
    ...(status && { status }),
    ...(categories && { categories }),
    ...(prices && { variants: pricePatches(product, prices) }),
  };
}

/** Returns a patch for each variant whose price or sale price differs from the new value. */
function pricePatches({ options, variants }: ProductValues, prices: readonly VariantPrice[]): VariantPatch[] {
  const newPrices = new Map(prices.map(([id, price, sale]) => [id, { price, sale }]));
  return variants.flatMap(({ id, sku, values, pricePaise, salePaise }) => {
    const newPrice = newPrices.get(id);
    if (!newPrice || (newPrice.price === pricePaise && newPrice.sale === salePaise)) return [];
    return {
      sku,
      values:
        options.length === 0
          ? undefined
          : Object.fromEntries(options.map((label, index) => [label, values[index] ?? ''])),
      price: paiseToRupees(newPrice.price),
      sale_price: newPrice.sale === null ? null : paiseToRupees(newPrice.sale),
    };
  });
}
