import { describe, expect, it } from 'vitest';
import { compareAges, compareSizes, optionKind, priceInfo } from '#lib/catalog/catalog.ts';

describe('priceInfo', () => {
  it('shows the cheapest variant and the range', () => {
    const variants = [
      { pricePaise: 200_000 },
      { pricePaise: 250_000, salePricePaise: 150_000 },
      { pricePaise: 300_000 },
    ];
    expect(priceInfo(variants, true)).toEqual({
      type: 'variable',
      pricePaise: 250_000,
      salePricePaise: 150_000,
      discountPercentage: 40,
      minPaise: 150_000,
      maxPaise: 300_000,
    });
  });

  it('is simple with one variant and no options; a sale price that is none is left out', () => {
    expect(priceInfo([{ pricePaise: 9_900, salePricePaise: 9_900 }], false)).toEqual({
      type: 'simple',
      pricePaise: 9_900,
      discountPercentage: 0,
      minPaise: 9_900,
      maxPaise: 9_900,
    });
    expect(priceInfo([], false)).toMatchObject({ minPaise: 0, maxPaise: 0, discountPercentage: 0 });
  });
});

it('orders sizes and ages as section 9 says', () => {
  expect(['XXL', 'Free', 'm', '38', 'XS', '6', 'XXXL'].sort(compareSizes)).toEqual([
    'XS',
    'm',
    'XXL',
    'XXXL',
    '6',
    '38',
    'Free',
  ]);
  expect(['10 years', '2-3 years', 'Newborn', '6-12 months'].sort(compareAges)).toEqual([
    '2-3 years',
    '6-12 months',
    '10 years',
    'Newborn',
  ]);
});

it('knows the options that filter', () => {
  expect([' Colour', 'COLOR', 'size', 'Age', 'Fabric'].map(optionKind)).toEqual([
    'color',
    'color',
    'size',
    'age',
    undefined,
  ]);
});
