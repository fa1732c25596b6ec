import { describe, expect, test } from 'vitest';
import { exceedsDailyLimit, exceedsHoldLimits, multiplyLimits } from '#lib/sales/orders/holds/hold-limits.server.ts';

describe('the stock held by unpaid orders', () => {
  const limits = { orders: 3, lines: 10, scarceLines: 4 };
  const sums = { orders: 2, lines: 8, scarceLines: 3 };
  const hold = { line_count: 2, scarce_count: 1 };

  test('can reach each limit, but not exceed it', () => {
    expect(exceedsHoldLimits(sums, hold, limits)).toBe(false);
    expect(exceedsHoldLimits({ ...sums, orders: 3 }, hold, limits)).toBe(true);
    expect(exceedsHoldLimits({ ...sums, lines: 9 }, hold, limits)).toBe(true);
    expect(exceedsHoldLimits(sums, { ...hold, line_count: 3 }, limits)).toBe(true);
    expect(exceedsHoldLimits({ ...sums, scarceLines: 4 }, hold, limits)).toBe(true);
    expect(exceedsHoldLimits(sums, { ...hold, scarce_count: 2 }, limits)).toBe(true);
    expect(exceedsHoldLimits({ orders: 0, lines: 0, scarceLines: 0 }, hold, limits)).toBe(false);
  });

  test('is limited per day for scarce lines', () => {
    const isOver = (heldLines: number, scarce_count: number) =>
      exceedsDailyLimit({ scarceLinesADay: heldLines }, { scarce_count }, { scarceLinesADay: 5 });
    expect([isOver(3, 2), isOver(4, 2), isOver(5, 0), isOver(6, 0)]).toEqual([false, true, false, true]);
  });

  test('can have higher limits for a wider network', () => {
    const allLimits = { ...limits, scarceLinesADay: 5 };
    expect(multiplyLimits(allLimits, 4)).toEqual({ orders: 12, lines: 40, scarceLines: 16, scarceLinesADay: 20 });
  });
});
