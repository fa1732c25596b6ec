import { expect, test } from 'vitest';
import { compareAges, compareSizes } from '#lib/catalog/listing-index/facets/ordered-values.ts';

test('sizes are sorted as in product.md, "Catalogue", with other values after them', () => {
  expect(['40', 'XXL', 's', 'XS', 'm', 'Free', '6', 'L'].sort(compareSizes)).toEqual([
    'XS',
    's',
    'm',
    'L',
    'XXL',
    '6',
    '40',
    'Free',
  ]);
});

test('sizes such as “Small” and “2XL” are sorted with the equivalent letters', () => {
  const sizes = [
    [
      '3XS',
      'XXS',
      'X-Small',
      'XS',
      'Small',
      's',
      'S/M',
      'Medium',
      'Large',
      'L',
      'L/XL',
      'X-Large',
      'Extra Large',
      'XL',
    ],
    [
      '2XL',
      'XX-Large',
      'XXL',
      'XXXL',
      '4XL',
      '5XL',
      '28',
      '30',
      '32 (M)',
      '44',
      '100 x 150 cm',
      'Free Size',
      'One size',
    ],
  ].flat();
  const rank = (size: string) => sizes.indexOf(size);
  const sortedSizes = sizes.toReversed().sort(compareSizes);
  const equivalents = [
    ['X-Small', 'XS'],
    ['Small', 's'],
    ['Large', 'L'],
    ['X-Large', 'Extra Large', 'XL'],
    ['2XL', 'XX-Large', 'XXL'],
  ];
  const rankOfFirst = (size: string) => rank(equivalents.find((group) => group.includes(size))?.[0] ?? size);
  expect(sortedSizes.map(rankOfFirst)).toEqual(sizes.map(rankOfFirst));
});

test('ages are sorted by their first number, months before years', () => {
  const ages = ['11-12 years', '2-3 years', '6-12 months', '1-2 years', '0-3 months', '3-6 months', 'Any'];
  expect(ages.sort(compareAges)).toEqual([
    '0-3 months',
    '3-6 months',
    '6-12 months',
    '1-2 years',
    '2-3 years',
    '11-12 years',
    'Any',
  ]);
});

test('months are sorted before years, regardless of their abbreviation', () => {
  const ages = ['2-3 yrs', '1 year', '6-12M', '3-6 mths', '0-3 months'];
  expect(ages.sort(compareAges)).toEqual(['0-3 months', '3-6 mths', '6-12M', '1 year', '2-3 yrs']);
});
