import { expect, test } from 'vitest';
import { bulkActionTitle, changeText, rowText } from '#lib/catalog/admin/bulk/bulk-action-words.ts';
import type { ChangedFields } from '#lib/catalog/admin/bulk/bulk-change.ts';

const NAMES = new Map([
  [1, 'S'],
  [2, 'M'],
  [3, 'L'],
]);
const nameOf = (slug: string) => `“${slug}”`;
const textOf = (before: ChangedFields, after: ChangedFields) =>
  rowText({ before, after, variantLabels: NAMES }, nameOf);

test('lists the same change to several variants only once', () => {
  const before: ChangedFields = {
    prices: [
      [1, 100_000, null],
      [2, 100_000, null],
      [3, 120_000, 90_000],
    ],
  };
  const after = (a: number, b: number, c: number): ChangedFields => ({
    prices: [
      [1, a, null],
      [2, b, null],
      [3, c, 90_000],
    ],
  });
  expect(textOf(before, after(110_000, 110_000, 132_000))).toBe(
    '₹1,000.00 → ₹1,100.00 (2 variants); ₹1,200.00 → ₹1,320.00 (L)',
  );
  expect(textOf(before, after(100_000, 100_000, 132_000))).toBe('₹1,200.00 → ₹1,320.00 (L)');
});

test('describes changes to sales, statuses and categories', () => {
  const price = (sale: number | null): ChangedFields => ({ prices: [[1, 100_000, sale]] });
  expect(textOf(price(90_000), price(null))).toBe('sale price ₹900.00 → none');
  expect(textOf({ status: 'active' }, { status: 'draft' })).toBe('Active → Draft');
  expect(textOf({ categories: [] }, { categories: ['women'] })).toBe('no category → “women”');
  const full: [number, number][] = [[1, 100_000]];
  const plannedSale = { startsAt: null, endsAt: null, prices: [[1, 80_000]] as [number, number][] };
  expect(textOf({ sale: { full, planned: null } }, { sale: { full, planned: plannedSale } })).toBe(
    '₹1,000.00 → ₹800.00',
  );
  expect(textOf({ sale: { full, planned: plannedSale } }, { sale: { full, planned: null } })).toBe('The sale ends');
});

test('describes the effect of an action', () => {
  const price = { action: 'price', direction: 'down', amount: 50, unit: 'rupees', rounding: 'ninety_nine' } as const;
  expect(changeText(price, nameOf)).toBe('Lower prices by ₹50, to end in 99');
  const endsAt = Date.parse('2026-12-05T00:00:00+05:30');
  expect(changeText({ action: 'sale', percent: 20, rounding: 'rupee', startsAt: null, endsAt }, nameOf)).toBe(
    'Sale of 20 %, to whole rupees, immediately, until 5 December 2026 at 12:00:00 am',
  );
  expect(changeText({ action: 'category', way: 'remove', category: 'women' }, nameOf)).toBe(
    'Remove from the category “women”',
  );
});

test.each([
  ['planned', { waiting: 20_000, done: 0, failed: 3 }, 'Change 20,000 products?'],
  ['planned', { waiting: 0, done: 0, failed: 3 }, 'None of these products would change'],
  ['stopped', { waiting: 2, done: 1, failed: 0 }, 'Stopped: 1 of 3 products changed'],
  ['done', { waiting: 0, done: 1, failed: 0 }, '1 of 1 product changed'],
] as const)('the heading of an action that is %s, with %o, is “%s”', (state, counts, title) => {
  expect(bulkActionTitle({ state, counts, isUndo: false })).toBe(title);
});
