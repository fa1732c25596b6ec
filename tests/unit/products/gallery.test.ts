import { expect, test } from 'vitest';
import { isPictureShown, picturesByColor } from '#lib/catalog/products/gallery.ts';

const red = { name: 'red', color: 'Red' };
const withoutColor = { name: 'plain', color: undefined };
const blue = { name: 'blue', color: 'Blue' };

test('sorts the chosen colour first, then pictures without a single colour', () => {
  expect(picturesByColor([red, withoutColor, blue], 'Blue')).toEqual([blue, withoutColor, red]);
  expect(picturesByColor([red, withoutColor, blue], undefined)).toEqual([red, withoutColor, blue]);
});

test('hides the other colours when a colour that has a picture is chosen', () => {
  const shown = (color: string | undefined) =>
    [red, withoutColor, blue].filter((picture) => isPictureShown([red, withoutColor, blue], picture, color));
  expect(shown('Blue')).toEqual([withoutColor, blue]);
  expect(shown('Green')).toEqual([red, withoutColor, blue]);
  expect(shown(undefined)).toEqual([red, withoutColor, blue]);
});
