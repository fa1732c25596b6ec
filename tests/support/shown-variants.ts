import type { BuyableVariant } from '#lib/catalog/products/buyable-product.ts';

/** The options of a product in two colours and three sizes. */
export const COLOUR_AND_SIZE = [
  { label: 'Color', values: ['Red', 'Blue'] },
  { label: 'size', values: ['S', 'M', 'L'] },
];

export function shownVariant(_id: number, values: string[], quantity: number, pricePaise = 99_900): BuyableVariant {
  return { _id, values, pricePaise, quantity };
}
