import type { ProductSummaryTable } from '#lib/platform/db/query/tables.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export const PRODUCT_STATUS_NAMES: Readonly<Record<ProductSummaryTable['status'], string>> = {
  active: 'Active',
  draft: 'Draft',
  held_back: 'Held back',
};

/** Returns the price or price range of a product, such as "₹999.00" or "₹999.00 – ₹1,499.00". */
export function productPriceText({ minPaise, maxPaise }: { minPaise: number; maxPaise: number }): string {
  return minPaise === maxPaise ? priceText(minPaise) : `${priceText(minPaise)} – ${priceText(maxPaise)}`;
}
