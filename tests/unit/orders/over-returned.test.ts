import { expect, test } from 'vitest';
import { findOverReturnedLine } from '#lib/sales/orders/credits/credit-plans.server.ts';

test('exchanged items can’t also be returned', () => {
  const lines = [{ position: 0 }, { position: 1 }];
  const lineOf = (position: number, quantity: number) => ({ position, quantity });
  const overReturnedPosition = (returnedQuantity: number, currentQuantity: number, exchangedQuantities: number[]) =>
    findOverReturnedLine(lines, {
      currentQuantities: [lineOf(0, 9), lineOf(1, currentQuantity)],
      exchangedQuantities: exchangedQuantities.map((quantity) => lineOf(1, quantity)),
      returnedQuantities: [lineOf(1, returnedQuantity)],
    })?.position;
  expect(overReturnedPosition(2, 3, [1])).toBeUndefined();
  expect(overReturnedPosition(3, 3, [1])).toBe(1);
  expect(overReturnedPosition(2, 3, [1, 1])).toBe(1);
  expect(overReturnedPosition(0, 1, [2])).toBeUndefined();
  expect(overReturnedPosition(1, 1, [2])).toBe(1);
  expect(overReturnedPosition(3, 3, [])).toBeUndefined();
});
