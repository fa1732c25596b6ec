import { expect, test } from 'vitest';
import { fetchedPictures, imagesOf, pictureProblem } from '#lib/catalog/import/record/picture-records.ts';

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
