import { expect, test } from 'vitest';
import type { BuyableProduct } from '#lib/catalog/products/buyable-product.ts';
import { attributeJson, packProduct, parseAttributeJson, unpackProduct } from '#lib/catalog/products/packed-product.ts';

test('a product is unchanged after being packed into an attribute', () => {
  const product: BuyableProduct = {
    _id: 7,
    slug: 'kurta',
    sellUnit: 'piece',
    unitStepCm: 25,
    minQuantity: 1,
    options: [
      { label: 'color', values: ['Red ~ "Rust"', 'Blue'], dots: 'b3262a3a5fa8' },
      { label: 'size', values: ['S', 'M'] },
    ],
    variants: [
      { _id: 1, values: ['Red ~ "Rust"', 'M'], pricePaise: 99_900, salePricePaise: 79_900, quantity: 3 },
      { _id: 2, values: ['Blue', 'S'], pricePaise: 99_900, quantity: 0, preOrderAt: Date.UTC(2026, 11, 12) },
      { _id: 3, values: ['Blue', 'M'], pricePaise: 99_900, quantity: 500, longestCutCm: 300 },
    ],
  };
  const text = attributeJson(packProduct(product));
  expect(text).not.toContain('"');
  expect(unpackProduct(parseAttributeJson(text))).toEqual(product);
  const simpleProduct = { ...product, options: [], variants: [{ _id: 4, values: [], pricePaise: 100, quantity: 1 }] };
  expect(unpackProduct(packProduct(simpleProduct))).toEqual(simpleProduct);
});
