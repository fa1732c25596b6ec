import { expect, test } from 'vitest';
import { findOverReturnedLine } from '#lib/sales/orders/record/over-returned.ts';

test('exchanged items can’t also be returned', () => {
  const lines = [{ position: 0 }, { position: 1 }];
  const lineOf = (position: number, quantity: number) => ({ position, quantity });
  const overReturnedPosition = (returned: number, current: number, exchanged: number[]) =>
    findOverReturnedLine(lines, {
      current: [lineOf(0, 9), lineOf(1, current)],
      exchanged: exchanged.map((quantity) => lineOf(1, quantity)),
      returned: [lineOf(1, returned)],
    })?.position;
  expect(overReturnedPosition(2, 3, [1])).toBeUndefined();
  expect(overReturnedPosition(3, 3, [1])).toBe(1);
  expect(overReturnedPosition(2, 3, [1, 1])).toBe(1);
  expect(overReturnedPosition(0, 1, [2])).toBeUndefined();
  expect(overReturnedPosition(1, 1, [2])).toBe(1);
  expect(overReturnedPosition(3, 3, [])).toBeUndefined();
});
