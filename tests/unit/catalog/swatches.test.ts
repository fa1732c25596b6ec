import { describe, expect, test } from 'vitest';
import { colorFamily, swatch } from '#lib/catalog/swatches.ts';

describe('colours', () => {
  test.each([
    ['Ajrakh Blue', 'Blue'],
    ['Indigo', 'Blue'],
    ['Kora White', 'White'],
    ['Rose Madder', 'Red'],
    ['Bottle Green', 'Green'],
    ['Pink', 'Pink'],
    ['Navy and Kora', 'Blue'],
    ['Kesar', 'Orange'],
    ['Kesar Ivory', 'Cream'],
    ['Shade 47', 'Shade 47'],
  ])('%s is found under %s', (name, family) => {
    expect(colorFamily(name)).toBe(family);
  });

  test('the dot follows the most special word, and an unknown name still has one', () => {
    expect(swatch('Madder Red')).not.toBe(swatch('Red'));
    expect(swatch('Shade 47')).toMatch(/^#[0-9a-f]{6}$/);
  });
});
