import type { HoldBounds } from '#lib/platform/settings/order-settings.server.ts';

interface NewHold {
  line_count: number;
  scarce_count: number;
}

/** Whether an order takes more than `scarceShare` per cent of what was in stock; `left` is what remains. */
export function isScarce(scarceShare: number, quantity: number, left: number): boolean {
  return quantity * 100 > scarceShare * (quantity + left);
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

/** `sums` are the totals of the buyer's other unpaid orders. */
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

export function exceedsDailyBound(
  sums: Pick<HoldBounds, 'scarceLinesADay'>,
  hold: Pick<NewHold, 'scarce_count'>,
  bounds: Pick<HoldBounds, 'scarceLinesADay'>,
): boolean {
  return sums.scarceLinesADay + hold.scarce_count > bounds.scarceLinesADay;
}
