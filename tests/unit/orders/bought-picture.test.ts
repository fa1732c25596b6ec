import { expect, test } from 'vitest';
import { boughtPicture, colorOfVariant } from '#lib/sales/orders/record/bought-picture.ts';

const pictures = [
  { hash: 'rust', color: 'Rust' },
  { hash: null, color: 'Moss' },
  { hash: 'table', color: null },
  { hash: 'moss', color: 'Moss' },
];

test('selects the first picture of the bought colour, else one without a colour; for no colour, the first picture', () => {
  expect(boughtPicture(pictures, 'Moss')).toBe('moss');
  expect(boughtPicture(pictures, 'Slate')).toBe('table');
  expect(boughtPicture(pictures, null)).toBe('rust');
  expect(boughtPicture([], 'Rust')).toBeNull();
});

test('the colour of an older order is the value that a picture names', () => {
  expect(colorOfVariant(pictures, 'M/Moss')).toBe('Moss');
  expect(colorOfVariant(pictures, 'M')).toBeNull();
});
