import { expect, test } from 'vitest';
import { compareAges, compareSizes } from '#lib/facets/value-order.ts';

test('sizes stand in the order of product.md, "Catalogue", others after them', () => {
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

test('ages stand by their leading number, months before years', () => {
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
