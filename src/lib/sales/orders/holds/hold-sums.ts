import type { HoldBounds } from '#lib/platform/settings/order-settings.server.ts';

interface NewHold {
  line_count: number;
  scarce_count: number;
}

/**
 * Returns whether a quantity was more than `sharePercent` per cent of the stock. `remaining` is the stock that is left
 * after the quantity was deducted.
 */
export function isScarce(sharePercent: number, quantity: number, remaining: number): boolean {
  return quantity * 100 > sharePercent * (quantity + remaining);
}

export function multiplyBounds(
  { orders, lines, scarceLines, scarceLinesADay }: HoldBounds,
  factor: number,
): HoldBounds {
  return {
    orders: orders * factor,
    lines: lines * factor,
    scarceLines: scarceLines * factor,
    scarceLinesADay: scarceLinesADay * factor,
  };
}

/**
 * Returns whether a new hold would exceed the limits for unpaid orders. `sums` contains the totals of the other unpaid
 * orders with the same email address or network.
 */
export function exceedsHoldBounds(
  sums: Omit<HoldBounds, 'scarceLinesADay'>,
  hold: NewHold,
  bounds: Omit<HoldBounds, 'scarceLinesADay'>,
): boolean {
  return (
    sums.orders + 1 > bounds.orders ||
    sums.lines + hold.line_count > bounds.lines ||
    sums.scarceLines + hold.scarce_count > bounds.scarceLines
  );
}

/**
 * Returns whether a new hold would exceed the daily limit for scarce lines. `sums` also includes cash orders, and
 * orders that were not paid in time.
 */
export function exceedsDailyBound(
  sums: Pick<HoldBounds, 'scarceLinesADay'>,
  hold: Pick<NewHold, 'scarce_count'>,
  bounds: Pick<HoldBounds, 'scarceLinesADay'>,
): boolean {
  return sums.scarceLinesADay + hold.scarce_count > bounds.scarceLinesADay;
}
