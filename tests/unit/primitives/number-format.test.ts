import { expect, test } from 'vitest';
import { formatCount, groupByLakh } from '#lib/primitives/number-format.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [99_999, '99,999'],
  [100_000, '1,00,000'],
  [12_345_678, '1,23,45,678'],
])('formats %i as %s, in the same way as Intl.NumberFormat for India', (count, text) => {
  expect(formatCount(count)).toBe(text);
  expect(formatCount(count)).toBe(count.toLocaleString('en-IN'));
});

test('decimals are not grouped', () => {
  expect(groupByLakh('123456.78')).toBe('1,23,456.78');
});
