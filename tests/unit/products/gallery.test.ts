import { expect, test } from 'vitest';
import { isPictureShown, picturesByColor } from '#lib/catalog/products/gallery.ts';

const red = { name: 'red', color: 'Red' };
const plain = { name: 'plain', color: undefined };
const blue = { name: 'blue', color: 'Blue' };

test('sorts the chosen colour first, then pictures without a single colour', () => {
  expect(picturesByColor([red, plain, blue], 'Blue')).toEqual([blue, plain, red]);
  expect(picturesByColor([red, plain, blue], undefined)).toEqual([red, plain, blue]);
});

test('hides other colours until chosen, unless the chosen one has no picture', () => {
  const shown = (color: string | undefined) =>
    [red, plain, blue].filter((picture) => isPictureShown([red, plain, blue], picture, color));
  expect(shown('Blue')).toEqual([plain, blue]);
  expect(shown('Green')).toEqual([red, plain, blue]);
  expect(shown(undefined)).toEqual([red, plain, blue]);
});
