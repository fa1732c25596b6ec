import { expect, test } from 'vitest';
import {
  comboOf,
  comboValues,
  comboValuesAt,
  listingTokens,
  parseTokens,
} from '#lib/catalog/listing-index/segment/listing-tokens.ts';

const M = { size_id: 5, color_id: 6, age_id: 0, quantity: 2, pre_order_at: null };
const L = { ...M, size_id: 7, quantity: 0, pre_order_at: 1 };

test('stores each combination once, and reads it back unchanged', () => {
  expect(listingTokens([3, 4], [M, { ...M, quantity: 9 }, L])).toBe('[[3,4],[5,6,0,1,7,6,0,2]]');
  expect(parseTokens('[[3,4],[5,6,0,1,7,6,0,2]]')).toEqual({
    productValueIds: [3, 4],
    combos: [5, 6, 0, 1, 7, 6, 0, 2],
  });
});

test('a row written before a facet was added has no value for it', () => {
  expect(parseTokens('[[3],[5,6,0,1,7,6,0,2]]', 4).combos).toEqual([5, 6, 0, 0, 1, 7, 6, 0, 0, 2]);
  expect(parseTokens('[[3],[5,6,0,8,1],4]', 4).combos).toEqual([5, 6, 0, 8, 1]);
});

test('a combination has the values of its options, and its availability', () => {
  expect(comboValues(comboOf(M))).toEqual([5, 6, 1]);
  expect(comboValues(comboOf({ ...L, quantity: 1 }))).toEqual([7, 6, 1, 2]);
  expect([0, 1, 2, 3].map((facet) => comboValuesAt(comboOf(L), facet))).toEqual([[7], [6], [], [2]]);
});
