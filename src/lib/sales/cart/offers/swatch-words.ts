import { countText } from '#lib/primitives/plural.ts';
import { SWATCHES_PER_SET, type SwatchOffer } from '#lib/sales/cart/offers/swatches.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** Returns the text above the list of fabrics that have swatches. */
export function swatchTerms({ pricePaise, lengthCm, creditDays }: SwatchOffer): string {
  const sizeSentence = `Choose up to ${SWATCHES_PER_SET} fabrics. A swatch is ${lengthCm} cm of the cloth.`;
  if (pricePaise === 0) return `${sizeSentence} Swatches are free.`;
  const priceSentence = `A set of ${SWATCHES_PER_SET} costs ${priceText(pricePaise)}; fewer swatches cost less.`;
  const creditSentence = `You get a coupon for what you paid, valid for ${countText(creditDays, 'day')} for your first length of cloth.`;
  return creditDays === 0 ? `${sizeSentence} ${priceSentence}` : `${sizeSentence} ${priceSentence} ${creditSentence}`;
}
