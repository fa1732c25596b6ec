import { describe, expect, test } from 'vitest';
import { colorFamily, palettesOf, swatchColor } from '#lib/catalog/products/swatches.ts';
import { demoPalettes } from '#support/demo-content.ts';

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
  ])('%s is in the family %s', (name, family) => {
    expect(colorFamily(demoPalettes, name)).toBe(family);
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
  ])('%s in the categories %j is in the family %s', (name, categories, family) => {
    expect(colorFamily(demoPalettes, name, categories)).toBe(family);
  });

  test.each([
    ['Palash White', 'White'],
    ['Kora White', 'White'],
    ['Madder Red', 'Red'],
    ['Turmeric and Ink', 'Turmeric'],
    ['Sea Green', 'Green Sea Green'],
    ['Oxidised', 'Oxidized'],
  ])('%s has the same swatch as %s', (name, otherName) => {
    expect(swatchColor(demoPalettes, name)).toBe(swatchColor(demoPalettes, otherName));
  });

  test('words of categories may have capital letters', () => {
    const palettes = palettesOf({ Grey: { silver: '#888888' } }, [
      { goods: ['Jewellery'], families: { Silver: { silver: '#c0c0c0' } } },
    ]);
    expect(colorFamily(palettes, 'Silver', ['silver-jewellery'])).toBe('Silver');
    expect(colorFamily(palettes, 'Silver', ['sarees'])).toBe('Grey');
  });

  test('unknown names and metals have separate swatches', () => {
    expect(swatchColor(demoPalettes, 'Shade 47')).toMatch(/^#[0-9a-f]{6}$/);
    expect(swatchColor(demoPalettes, 'Oxidised')).not.toBe(swatchColor(demoPalettes, 'Shade 47'));
    expect(swatchColor(demoPalettes, 'Rose Gold')).not.toBe(swatchColor(demoPalettes, 'Gold'));
  });

  test('a family without a colour has the colour of its first word, and a word without a colour is unknown', () => {
    const palettes = palettesOf({ Neela: { navy: '#1f2a4d', sky: '#8fb7d6' }, Red: { antique: null } }, []);
    expect(swatchColor(palettes, 'Neela')).toBe('#1f2a4d');
    expect(colorFamily(palettes, 'Antique')).toBe('Antique');
  });
});
