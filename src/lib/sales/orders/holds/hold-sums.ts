import type { HoldLimits } from '#lib/platform/settings/order-settings.server.ts';

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

export function multiplyLimits(
  { orders, lines, scarceLines, scarceLinesADay }: HoldLimits,
  factor: number,
): HoldLimits {
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
export function exceedsHoldLimits(
  sums: Omit<HoldLimits, 'scarceLinesADay'>,
  hold: NewHold,
  limits: Omit<HoldLimits, 'scarceLinesADay'>,
): boolean {
  return (
    sums.orders + 1 > limits.orders ||
    sums.lines + hold.line_count > limits.lines ||
    sums.scarceLines + hold.scarce_count > limits.scarceLines
  );
}

/**
 * Returns whether a new hold would exceed the daily limit for scarce lines. `sums` also includes cash orders, and
 * orders that were not paid in time.
 */
export function exceedsDailyLimit(
  sums: Pick<HoldLimits, 'scarceLinesADay'>,
  hold: Pick<NewHold, 'scarce_count'>,
  limits: Pick<HoldLimits, 'scarceLinesADay'>,
): boolean {
  return sums.scarceLinesADay + hold.scarce_count > limits.scarceLinesADay;
}
