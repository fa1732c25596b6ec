import { describe, expect, test } from 'vitest';
import { holdsTooMuch, timesAsMuch, tooMuchADay } from '#lib/sales/orders/holds/hold-sums.ts';
import { takenTwice } from '#lib/sales/orders/record/taken-twice.ts';

describe('the stock held by unpaid orders', () => {
  const bounds = { orders: 3, lines: 10, scarceLines: 4 };
  const sums = { orders: 2, lines: 8, scarceLines: 3 };
  const hold = { line_count: 2, scarce_count: 1 };

  test('can reach each limit, and not exceed it', () => {
    expect(holdsTooMuch(sums, hold, bounds)).toBe(false);
    expect(holdsTooMuch({ ...sums, orders: 3 }, hold, bounds)).toBe(true);
    expect(holdsTooMuch({ ...sums, lines: 9 }, hold, bounds)).toBe(true);
    expect(holdsTooMuch(sums, { ...hold, line_count: 3 }, bounds)).toBe(true);
    expect(holdsTooMuch({ ...sums, scarceLines: 4 }, hold, bounds)).toBe(true);
    expect(holdsTooMuch(sums, { ...hold, scarce_count: 2 }, bounds)).toBe(true);
    expect(holdsTooMuch({ orders: 0, lines: 0, scarceLines: 0 }, hold, bounds)).toBe(false);
  });

  test('is limited for last pieces by day', () => {
    const aDay = (held: number, scarce_count: number) =>
      tooMuchADay({ scarceLinesADay: held }, { scarce_count }, { scarceLinesADay: 5 });
    expect([aDay(3, 2), aDay(4, 2), aDay(5, 0), aDay(6, 0)]).toEqual([false, true, false, true]);
  });

  test('is larger for a wider network', () => {
    const all = { ...bounds, scarceLinesADay: 5 };
    expect(timesAsMuch(all, 4)).toEqual({ orders: 12, lines: 40, scarceLines: 16, scarceLinesADay: 20 });
  });
});

test('exchanged items are not returned as well', () => {
  const lines = [{ position: 0 }, { position: 1 }];
  const at = (position: number, quantity: number) => ({ position, quantity });
  const wrong = (back: number, now: number, exchanged: number[]) =>
    takenTwice(lines, {
      now: [at(0, 9), at(1, now)],
      exchanged: exchanged.map((quantity) => at(1, quantity)),
      back: [at(1, back)],
    })?.position;
  expect(wrong(2, 3, [1])).toBeUndefined();
  expect(wrong(3, 3, [1])).toBe(1);
  expect(wrong(2, 3, [1, 1])).toBe(1);
  expect(wrong(0, 1, [2])).toBeUndefined();
  expect(wrong(1, 1, [2])).toBe(1);
  expect(wrong(3, 3, [])).toBeUndefined();
});
