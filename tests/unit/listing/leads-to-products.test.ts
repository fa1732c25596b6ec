import { expect, test } from 'vitest';
import { leadsToProducts, type ValuesWithProducts } from '#lib/catalog/listing/taxonomy.server.ts';

const valuesWithProducts: ValuesWithProducts = new Map([
  ['category', new Set(['women', 'women-kurtas'])],
  ['collection', new Set(['indigo'])],
]);

test.each([
  ['/products', true],
  ['/products?filter=top_sale', true],
  ['/products?category=women-kurtas&filter=top_sale', true],
  ['/products?category=fabrics', false],
  ['/products?category=fabrics,women', true],
  ['/products?category=fabrics&category=women#list', true],
  ['/products?collection=indigo', true],
  ['/products?category=women&collection=festive', false],
  ['/products?material=silk', false],
  ['/products?category=', true],
  ['/products?category=%E0%A4%A', false],
  ['/products/loom-kurta?category=fabrics', true],
  ['/blogs/indigo', true],
  ['https://elsewhere.example/products?category=fabrics', true],
])('the link %s leads to products: %s', (href, expected) => {
  expect(leadsToProducts(valuesWithProducts, href)).toBe(expected);
});
