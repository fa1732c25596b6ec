import { expect, test } from 'vitest';
import { boughtPictureHash, colorOfVariant } from '#lib/sales/orders/record/bought-picture.ts';

const pictures = [
  { hash: 'rust', color: 'Rust' },
  { hash: null, color: 'Moss' },
  { hash: 'table', color: null },
  { hash: 'moss', color: 'Moss' },
];

test('selects a picture of the bought colour, or else one without a colour; the first if no colour was bought', () => {
  expect(boughtPictureHash(pictures, 'Moss')).toBe('moss');
  expect(boughtPictureHash(pictures, 'Slate')).toBe('table');
  expect(boughtPictureHash(pictures, null)).toBe('rust');
  expect(boughtPictureHash([], 'Rust')).toBeNull();
});

test('the colour of an item in an older order is the variant value that a picture has as its colour', () => {
  expect(colorOfVariant(pictures, 'M/Moss')).toBe('Moss');
  expect(colorOfVariant(pictures, 'M')).toBeNull();
});
