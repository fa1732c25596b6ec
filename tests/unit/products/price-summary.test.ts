import { describe, expect, it } from 'vitest';
import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { priceSummary } from '#lib/catalog/products/catalog.ts';

describe('priceSummary', () => {
  it('has the prices of the cheapest variant and the price range', () => {
    const variants = [
      { pricePaise: 200_000 },
      { pricePaise: 250_000, salePricePaise: 150_000 },
      { pricePaise: 300_000 },
    ];
    expect(priceSummary(variants, true)).toEqual({
      type: 'variable',
      pricePaise: 250_000,
      salePricePaise: 150_000,
      discountPercentage: 40,
      minPaise: 150_000,
      maxPaise: 300_000,
    });
  });

  it('has the type simple for one variant without options, and ignores a sale price that is not a reduction', () => {
    expect(priceSummary([{ pricePaise: 9_900, salePricePaise: 9_900 }], false)).toEqual({
      type: 'simple',
      pricePaise: 9_900,
      discountPercentage: 0,
      minPaise: 9_900,
      maxPaise: 9_900,
    });
    expect(priceSummary([], false)).toMatchObject({ minPaise: 0, maxPaise: 0, discountPercentage: 0 });
  });
});

it('recognizes the options by which products can be filtered', () => {
  expect([' Colour', 'COLOR', 'size', 'Age', 'Fabric'].map(optionFacetOf)).toEqual([
    'color',
    'color',
    'size',
    'age',
    undefined,
  ]);
});
