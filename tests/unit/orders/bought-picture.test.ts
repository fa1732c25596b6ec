import { expect, test } from 'vitest';
import { boughtPicture, colorOfVariant } from '#lib/sales/orders/record/bought-picture.ts';

const pictures = [
  { hash: 'rust', color: 'Rust' },
  { hash: null, color: 'Moss' },
  { hash: 'table', color: null },
  { hash: 'moss', color: 'Moss' },
];

test('selects the first picture in the bought colour or without a colour, or else the first picture', () => {
  expect(boughtPicture(pictures, 'Moss')).toBe('moss');
  expect(boughtPicture(pictures, 'Slate')).toBe('table');
  expect(boughtPicture(pictures, null)).toBe('rust');
  expect(boughtPicture([], 'Rust')).toBeNull();
});

test('the colour of an item in an older order is the variant value that a picture has as its colour', () => {
  expect(colorOfVariant(pictures, 'M/Moss')).toBe('Moss');
  expect(colorOfVariant(pictures, 'M')).toBeNull();
});
