import type { ProductSummaryTable } from '#lib/platform/db/query/tables.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export const PRODUCT_STATUS_NAMES: Readonly<Record<ProductSummaryTable['status'], string>> = {
  active: 'Active',
  draft: 'Draft',
  held_back: 'Held back',
};

/** "₹999" or "₹999 – ₹1,499". */
export function priceRangeText({ minPaise, maxPaise }: { minPaise: number; maxPaise: number }): string {
  return minPaise === maxPaise ? priceText(minPaise) : `${priceText(minPaise)} – ${priceText(maxPaise)}`;
}
