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

  test.each([
    ['Silver', ['silver-jewellery'], 'Silver'],
    ['Oxidised Silver', ['earrings', 'accessories'], 'Silver'],
    ['Antique Gold', ['temple-jewellery'], 'Gold'],
    ['Rose Gold', ['necklaces'], 'Rose Gold'],
    ['Sea Green', ['bangles'], 'Green'],
    ['Silver', ['dupattas'], 'Grey'],
    ['Silver', [], 'Grey'],
    ['Rose Gold', ['sarees'], 'Gold'],
  ])('%s of %j is found under %s', (name, categories, family) => {
    expect(colorFamily(name, categories)).toBe(family);
  });

  test.each([
    ['Palash White', 'White'],
    ['Kora White', 'White'],
    ['Madder Red', 'Red'],
    ['Turmeric and Ink', 'Turmeric'],
    ['Sea Green', 'Green Sea Green'],
    ['Oxidised', 'Oxidized'],
  ])('the dot of %s is that of %s', (name, same) => {
    expect(swatch(name)).toBe(swatch(same));
  });

  test('an unknown name has a dot of its own, and a metal is not grey-brown', () => {
    expect(swatch('Shade 47')).toMatch(/^#[0-9a-f]{6}$/);
    expect(swatch('Oxidised')).not.toBe(swatch('Shade 47'));
    expect(swatch('Rose Gold')).not.toBe(swatch('Gold'));
  });
});
