import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { countText } from '#lib/primitives/plural.ts';
import { priceText, wholeRupeesText } from '#lib/shop/money/price-text.ts';

interface CategoryRegistry {
  find(kind: 'category', slug: string): { name: string } | undefined;
}

/** Returns a summary such as "₹999 to ₹1,499, 4 variants, 12 in stock, in Kurtas, 2 pictures". */
export function newProductSummary(
  { variants, sell_unit, categories, images = [], status }: ProductRecord,
  categoryRegistry: CategoryRegistry,
): string {
  const prices = variants.map(({ price, sale_price }) => sale_price ?? price);
  const [min, max] = [Math.min(...prices), Math.max(...prices)];
  const stock = variants.reduce((sum, { quantity }) => sum + quantity, 0);
  const unit = sell_unit === 'metre' ? ' m' : '';
  const categoryNames = categories.map((slug) => categoryRegistry.find('category', slug)?.name ?? slug);
  return [
    min === max ? rupeesText(min) : `${rupeesText(min)} to ${rupeesText(max)}`,
    ...(variants.length > 1 ? [countText(variants.length, 'variant')] : []),
    stock > 0 ? `${Math.round(stock * 100) / 100}${unit} in stock` : 'sold out',
    categoryNames.length > 0 ? `in ${categoryNames.join(', ')}` : 'in no category',
    images.length > 0 ? countText(images.length, 'picture') : 'no picture',
    ...(status === 'draft' ? ['not shown yet'] : []),
  ].join(', ');
}

function rupeesText(amount: number): string {
  return Number.isInteger(amount) ? wholeRupeesText(amount * 100) : priceText(Math.round(amount * 100));
}
