import { expect, test } from 'vitest';
import { hasOutdatedFamily } from '#lib/catalog/import/color-family.ts';
import { fetchedPictures, imagesOf, pictureProblem } from '#lib/catalog/import/picture-records.ts';
import { palettesOf } from '#lib/catalog/products/swatches.ts';
import { goodsRegistry } from '#support/goods-rows.ts';

test('a record has the pictures of a product, or the picture of a category', () => {
  const image = { src: 'a.avif', alt: '' };
  expect(imagesOf({ type: 'product', slug: 'p', images: [image] })).toEqual([image]);
  expect(imagesOf({ type: 'product', slug: 'p', images: null })).toEqual([]);
  expect(imagesOf({ type: 'category', slug: 'c', image })).toEqual([image]);
  expect(imagesOf({ type: 'category', slug: 'c', image: null })).toEqual([]);
  expect(imagesOf({ type: 'brand', slug: 'b' })).toEqual([]);
});

test('reuses the stored picture for a web address', () => {
  const src = 'https://example.org/a.jpg';
  const row = { src, hash: 'h', width: 6, height: 8, dominant: '#123456' };
  const pictures = (change: Partial<Record<keyof typeof row, string | number | null>>, isStored = true) => [
    ...fetchedPictures([{ ...row, ...change } as typeof row], (hash) => isStored && hash === 'h'),
  ];
  const { src: _, ...picture } = row;
  expect(pictures({})).toEqual([[src, picture]]);
  expect(pictures({ dominant: null })).toEqual([[src, { ...picture, dominant: '#dddddd' }]]);
  expect(pictures({ src: 'a.avif' })).toEqual([]);
  for (const column of ['src', 'hash', 'width', 'height']) expect(pictures({ [column]: null })).toEqual([]);
  expect(pictures({}, false)).toEqual([]);
});

test.each([
  ['ENOTFOUND', 'x', 'the server was not found'],
  ['EAI_AGAIN', 'x', 'the server was not found'],
  ['ECONNREFUSED', 'x', 'the server does not answer'],
  ['ECONNRESET', 'x', 'the server does not answer'],
  ['', 'Input buffer contains unsupported image format', 'it is not a picture that the shop can read'],
  ['', 'Input image exceeds Pixel Limit', 'it has more than 50 million pixels'],
  ['EACCES', 'first line\nsecond', 'first line'],
])('an error %s "%s" becomes the message "%s"', (code, message, expected) => {
  expect(pictureProblem(Object.assign(new Error(message), { code }))).toBe(expected);
});

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
