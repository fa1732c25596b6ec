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
  ...{ prices: [[11, 80_000]], replacedPrices: [] },
};
const RUNNING_SALE: SaleSchedule = { ...SALE, startedAt: START, replacedPrices: [[11, 95_000]] };
const VARIANTS = [
  { id: 11, pricePaise: 100_000, salePaise: null },
  { id: 12, pricePaise: 100_000, salePaise: 70_000 },
];

test.each([
  ['before its start', SALE, START - 1, undefined],
  ['at its start', SALE, START, 'start'],
  ['that must start immediately', { ...SALE, startsAt: null }, 500, 'start'],
  ['whose end passed before it could start', SALE, END, 'drop'],
  ['during the sale', RUNNING_SALE, END - 1, undefined],
  ['at its end', RUNNING_SALE, END, 'end'],
  ['without an end', { ...RUNNING_SALE, endsAt: null }, END * 100, undefined],
] as const)('finds the due step of a sale %s', (_when, sale, time, step) => {
  expect(dueStep(sale, time)).toBe(step);
});

test('the start sets the sale prices of the variants, and the end restores the previous sale prices', () => {
  expect([...salePricesAfter('start', SALE, VARIANTS)]).toEqual([[11, 80_000]]);
  expect([...salePricesAfter('end', RUNNING_SALE, VARIANTS)]).toEqual([[11, 95_000]]);
  expect([...salePricesAfter('drop', SALE, VARIANTS)]).toEqual([]);
});

test('a sale price that is not below the current price is not set', () => {
  const cheapVariants = [{ id: 11, pricePaise: 75_000, salePaise: 60_000 }];
  expect([...salePricesAfter('start', SALE, cheapVariants)]).toEqual([[11, 60_000]]);
  expect([...salePricesAfter('end', RUNNING_SALE, cheapVariants)]).toEqual([[11, null]]);
});

test('a sale that is restarted with other variants restores the prices of the previous variants', () => {
  const restartedSale: SaleSchedule = { ...RUNNING_SALE, prices: [[12, 50_000]] };
  expect(salePricesAfter('start', restartedSale, VARIANTS)).toEqual(
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
  ['before the sale', SALE, START - 1, undefined],
  ['when the sale is due', SALE, START, END],
  ['during the sale', RUNNING_SALE, START + 1, END],
  ['after the sale', RUNNING_SALE, END, undefined],
] as const)('finds the end of a sale price %s', (_when, sale, time, end) => {
  expect(saleEndOf(sale, 11, time)).toBe(end);
  expect(saleEndOf(sale, 12, time)).toBeUndefined();
});
