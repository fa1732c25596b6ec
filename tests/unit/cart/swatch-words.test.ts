import { expect, test } from 'vitest';
import { swatchTerms } from '#lib/sales/cart/offers/swatch-words.ts';

test('the terms of swatches state their length, their price and how long the coupon is valid', () => {
  const offer = { pricePaise: 9_900, lengthCm: 10, creditDays: 1, without: [] };
  const size = 'Choose up to 5 fabrics. A swatch is 10 cm of the cloth.';
  const price = 'A set of 5 costs ₹99.00; fewer swatches cost less.';
  expect(swatchTerms(offer)).toBe(
    `${size} ${price} You get a coupon for what you paid, valid for 1 day for your first length of cloth.`,
  );
  expect(swatchTerms({ ...offer, creditDays: 60 })).toContain('valid for 60 days');
  expect(swatchTerms({ ...offer, creditDays: 0 })).toBe(`${size} ${price}`);
  expect(swatchTerms({ ...offer, pricePaise: 0 })).toBe(`${size} Swatches are free.`);
});
