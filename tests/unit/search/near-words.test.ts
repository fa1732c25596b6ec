import { expect, test } from 'vitest';
import { mistakesBetween } from '#lib/fields/mistakes-between.ts';
import { AskedSpelling, letterBits } from '#lib/search/near-words.ts';

test.each([
  ['kurta', 'kurta', 0],
  ['kruta', 'kurta', 1],
  ['kurt', 'kurta', 1],
  ['kurtta', 'kurta', 1],
  ['palzo', 'palazzo', 2],
  ['abcdef', 'uvwxyz', Number.POSITIVE_INFINITY],
])('%s is %s with so many mistakes', (a, b, mistakes) => {
  expect(mistakesBetween(a, b, 2)).toBe(mistakes);
});

test('short words and numbers are taken as they are, long ones may have two mistakes', () => {
  const mistakes = (typed: string, meant: string) => new AskedSpelling(typed).mistakesTo(meant, letterBits(meant));
  expect(mistakes('red', 'rd')).toBe(Number.POSITIVE_INFINITY);
  expect(mistakes('2026', '2025')).toBe(Number.POSITIVE_INFINITY);
  expect(mistakes('kuta', 'kurta')).toBe(1);
  expect(mistakes('sherwni', 'sherwani')).toBe(1);
  expect(mistakes('kanjivrm', 'kanjivaram')).toBe(2);
});
