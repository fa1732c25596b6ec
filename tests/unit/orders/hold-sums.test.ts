import { describe, expect, test } from 'vitest';
import { exceedsDailyBound, exceedsHoldBounds, multiplyBounds } from '#lib/sales/orders/holds/hold-sums.ts';
import { findOverReturnedLine } from '#lib/sales/orders/record/over-returned.ts';

describe('the stock held by unpaid orders', () => {
  const bounds = { orders: 3, lines: 10, scarceLines: 4 };
  const sums = { orders: 2, lines: 8, scarceLines: 3 };
  const hold = { line_count: 2, scarce_count: 1 };

  test('can reach each limit, and not exceed it', () => {
    expect(exceedsHoldBounds(sums, hold, bounds)).toBe(false);
    expect(exceedsHoldBounds({ ...sums, orders: 3 }, hold, bounds)).toBe(true);
    expect(exceedsHoldBounds({ ...sums, lines: 9 }, hold, bounds)).toBe(true);
    expect(exceedsHoldBounds(sums, { ...hold, line_count: 3 }, bounds)).toBe(true);
    expect(exceedsHoldBounds({ ...sums, scarceLines: 4 }, hold, bounds)).toBe(true);
    expect(exceedsHoldBounds(sums, { ...hold, scarce_count: 2 }, bounds)).toBe(true);
    expect(exceedsHoldBounds({ orders: 0, lines: 0, scarceLines: 0 }, hold, bounds)).toBe(false);
  });

  test('is limited per day for scarce lines', () => {
    const isOver = (held: number, scarce_count: number) =>
      exceedsDailyBound({ scarceLinesADay: held }, { scarce_count }, { scarceLinesADay: 5 });
    expect([isOver(3, 2), isOver(4, 2), isOver(5, 0), isOver(6, 0)]).toEqual([false, true, false, true]);
  });

  test('may be larger for a wider network', () => {
    const allBounds = { ...bounds, scarceLinesADay: 5 };
    expect(multiplyBounds(allBounds, 4)).toEqual({ orders: 12, lines: 40, scarceLines: 16, scarceLinesADay: 20 });
  });
});

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
