import { expect, test } from 'vitest';
import {
  dueSalePrices,
  dueStep,
  type SaleSchedule,
  saleEndOf,
  salePricesAfter,
} from '#lib/catalog/products/sale-schedule.ts';

const [START, END] = [1_000, 2_000];
const SALE: SaleSchedule = {
  ...{ productId: 1, startsAt: START, endsAt: END, startedAt: null, author: 'Asha', updatedAt: 500 },
  ...{ prices: [[11, 80_000]], before: [] },
};
const RUNNING: SaleSchedule = { ...SALE, startedAt: START, before: [[11, 95_000]] };
const VARIANTS = [
  { id: 11, pricePaise: 100_000, salePaise: null },
  { id: 12, pricePaise: 100_000, salePaise: 70_000 },
];

test.each([
  ['before its start', SALE, START - 1, undefined],
  ['at its start', SALE, START, 'start'],
  ['that was saved to begin immediately', { ...SALE, startsAt: null }, 500, 'start'],
  ['after an end that passed before it could begin', SALE, END, 'drop'],
  ['during the sale', RUNNING, END - 1, undefined],
  ['at its end', RUNNING, END, 'end'],
  ['without an end', { ...RUNNING, endsAt: null }, END * 100, undefined],
] as const)('finds the due step of a sale %s', (_when, sale, at, step) => {
  expect(dueStep(sale, at)).toBe(step);
});

test('the start sets the sale prices of its variants, and the end restores the previous ones', () => {
  expect([...salePricesAfter('start', SALE, VARIANTS)]).toEqual([[11, 80_000]]);
  expect([...salePricesAfter('end', RUNNING, VARIANTS)]).toEqual([[11, 95_000]]);
  expect([...salePricesAfter('drop', SALE, VARIANTS)]).toEqual([]);
});

test('a sale price that is not below the current price is not set', () => {
  const cheap = [{ id: 11, pricePaise: 75_000, salePaise: 60_000 }];
  expect([...salePricesAfter('start', SALE, cheap)]).toEqual([[11, 60_000]]);
  expect([...salePricesAfter('end', RUNNING, cheap)]).toEqual([[11, null]]);
});

test('a sale that begins again with other variants restores the prices of the old ones', () => {
  const other: SaleSchedule = { ...RUNNING, prices: [[12, 50_000]] };
  expect(salePricesAfter('start', other, VARIANTS)).toEqual(
    new Map([
      [11, 95_000],
      [12, 50_000],
    ]),
  );
});

test('prices change only when a step is due', () => {
  expect(dueSalePrices(undefined, VARIANTS, START).size).toBe(0);
  expect(dueSalePrices(SALE, VARIANTS, START - 1).size).toBe(0);
  expect([...dueSalePrices(SALE, VARIANTS, START)]).toEqual([[11, 80_000]]);
});

test.each([
  ['before it begins', SALE, START - 1, undefined],
  ['once it is due', SALE, START, END],
  ['during the sale', RUNNING, START + 1, END],
  ['when it is over', RUNNING, END, undefined],
] as const)('finds the end of a sale price %s', (_when, sale, at, end) => {
  expect(saleEndOf(sale, 11, at)).toBe(end);
  expect(saleEndOf(sale, 12, at)).toBeUndefined();
});
