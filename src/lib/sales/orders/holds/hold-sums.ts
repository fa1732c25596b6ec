import type { HoldBounds } from '#lib/platform/settings/order-settings.server.ts';

interface NewHold {
  line_count: number;
  scarce_count: number;
}

/** Whether a quantity is more than `sharePercent` per cent of what was in stock before; `left` is what remains. */
export function isScarce(sharePercent: number, quantity: number, left: number): boolean {
  return quantity * 100 > sharePercent * (quantity + left);
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

/** `sums` are the totals of the other unpaid orders with the same email address or network. */
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

/** `sums` also include orders that were not paid in time, and cash orders. */
export function exceedsDailyBound(
  sums: Pick<HoldBounds, 'scarceLinesADay'>,
  hold: Pick<NewHold, 'scarce_count'>,
  bounds: Pick<HoldBounds, 'scarceLinesADay'>,
): boolean {
  return sums.scarceLinesADay + hold.scarce_count > bounds.scarceLinesADay;
}
