import { expect, test } from 'vitest';
import { mostCommonValues } from '#components/listing/most-common.ts';

const valuesOf = (counts: number[]) => counts.map((count, index) => ({ slug: String(index), count }));
const countsOf = (values: { count: number }[]) => values.map(({ count }) => count);

test('chooses the highest counts, and preserves the order', () => {
  expect(countsOf(mostCommonValues(valuesOf([3, 1, 9, 2, 7]), 3))).toEqual([3, 9, 7]);
});

test('chooses higher counts before many equal ones', () => {
  expect(countsOf(mostCommonValues(valuesOf([1, 1, 1, 1, 5, 4]), 3))).toEqual([1, 5, 4]);
});

test('returns all values if there are no more than the limit', () => {
  expect(countsOf(mostCommonValues(valuesOf([1, 2]), 2))).toEqual([1, 2]);
});
