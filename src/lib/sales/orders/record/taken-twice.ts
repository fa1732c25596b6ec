import type { LineNow } from '#lib/sales/orders/record/order-amounts.ts';

export type Taken = Pick<LineNow, 'position' | 'quantity'>;

/** The first line with a larger returned quantity than the buyer has, excluding exchanged items. */
export function takenTwice<Line extends Pick<Taken, 'position'>>(
  lines: readonly Line[],
  { now, exchanged, back }: Record<'now' | 'exchanged' | 'back', readonly Taken[]>,
): Line | undefined {
  return lines.find(({ position }) => {
    const sumOf = (rows: readonly Taken[]) =>
      rows.reduce((sum, row) => (row.position === position ? sum + row.quantity : sum), 0);
    return sumOf(back) > Math.max(0, sumOf(now) - sumOf(exchanged));
  });
}
