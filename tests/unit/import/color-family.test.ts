import { expect, test } from 'vitest';
import { hasOutdatedFamily } from '#lib/catalog/import/color-families.server.ts';
import { palettesOf } from '#lib/catalog/products/swatches.ts';
import { goodsRegistry } from '#support/goods-rows.ts';

test('a product has an outdated colour family if the family stored for a variant does not match its colour', () => {
  const registry = goodsRegistry();
  const blue = registry.add({ kind: 'color', slug: 'blue', name: 'Blue' }).id;
  const steel = registry.add({ kind: 'color', slug: 'steel', name: 'Steel' }).id;
  const palettesByGoods = [{ goods: ['kurtas'], families: { Steel: { indigo: '#777777' } } }];
  const palettes = palettesOf({ Blue: { indigo: '#334455' } }, palettesByGoods);
  const isOutdated = (values: string[], colorId: number, options = ['size', 'Colour'], categories: string[] = []) =>
    hasOutdatedFamily({ options, categories, variants: [{ values, colorId }] }, palettes, registry);
  expect(isOutdated(['M', 'Indigo'], blue)).toBe(false);
  expect(isOutdated(['M', 'Indigo'], steel)).toBe(true);
  expect(isOutdated(['M', 'Indigo'], 0)).toBe(true);
  expect(isOutdated(['M', 'Indigo'], steel, ['size', 'Colour'], ['kurtas'])).toBe(false);
  expect(isOutdated(['M', 'Rust'], blue)).toBe(true);
  expect(isOutdated(['M', ''], 0)).toBe(false);
  expect(isOutdated(['M', ''], blue)).toBe(true);
  expect(isOutdated(['M'], 0, ['size'])).toBe(false);
  expect(isOutdated(['M'], blue, ['size'])).toBe(true);
  expect(hasOutdatedFamily({ options: [], categories: [], variants: [] }, palettes, registry)).toBe(false);
});
