import { describe, expect, test } from 'vitest';
import { exceedsDailyBound, exceedsHoldBounds, multiplyBounds } from '#lib/sales/orders/holds/hold-sums.ts';

describe('the stock held by unpaid orders', () => {
  const bounds = { orders: 3, lines: 10, scarceLines: 4 };
  const sums = { orders: 2, lines: 8, scarceLines: 3 };
  const hold = { line_count: 2, scarce_count: 1 };

  test('can reach each limit, but not exceed it', () => {
    expect(exceedsHoldBounds(sums, hold, bounds)).toBe(false);
    expect(exceedsHoldBounds({ ...sums, orders: 3 }, hold, bounds)).toBe(true);
    expect(exceedsHoldBounds({ ...sums, lines: 9 }, hold, bounds)).toBe(true);
    expect(exceedsHoldBounds(sums, { ...hold, line_count: 3 }, bounds)).toBe(true);
    expect(exceedsHoldBounds({ ...sums, scarceLines: 4 }, hold, bounds)).toBe(true);
    expect(exceedsHoldBounds(sums, { ...hold, scarce_count: 2 }, bounds)).toBe(true);
    expect(exceedsHoldBounds({ orders: 0, lines: 0, scarceLines: 0 }, hold, bounds)).toBe(false);
  });

  test('is limited per day for scarce lines', () => {
    const isOver = (heldLines: number, scarce_count: number) =>
      exceedsDailyBound({ scarceLinesADay: heldLines }, { scarce_count }, { scarceLinesADay: 5 });
    expect([isOver(3, 2), isOver(4, 2), isOver(5, 0), isOver(6, 0)]).toEqual([false, true, false, true]);
  });

  test('can have higher limits for a wider network', () => {
    const allBounds = { ...bounds, scarceLinesADay: 5 };
    expect(multiplyBounds(allBounds, 4)).toEqual({ orders: 12, lines: 40, scarceLines: 16, scarceLinesADay: 20 });
  });
});
