import type { ProductSummaryTable } from '#lib/platform/db/query/tables.ts';
import { metresText, type SellUnit } from '#lib/primitives/metres.ts';
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

/** "12" pieces, or "4.5 m". */
export function stockAmount(sellUnit: SellUnit, stock: number): string {
  return sellUnit === 'metre' ? metresText(stock) : String(stock);
}
