import type { PriceRange } from '#lib/catalog/listing/price-range.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

type PriceSettings = Partial<Pick<ShopSettings, 'priceSteps'>>;

/** Returns the steps of the price filter in rupees, ascending. The defaults are those of product.md, "Listing". */
export function priceSteps({ priceSteps: steps = [1_000, 2_500, 5_000, 10_000] }: PriceSettings): readonly number[] {
  return steps;
}

export function priceRange(settings: PriceSettings): PriceRange {
  const steps = priceSteps(settings);
  return { lowestPaise: Math.min(...steps) * 100, highestPaise: Math.max(...steps) * 100 };
}
