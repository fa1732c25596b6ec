import type { CurrentLine } from '#lib/sales/orders/record/order-amounts.ts';

/** A quantity of a line, in pieces or centimetres. */
export type LineQuantity = Pick<CurrentLine, 'position' | 'quantity'>;

/** The first line of which more is returned than the buyer still has without exchanged items; undefined if none. */
export function findOverReturnedLine<Line extends Pick<LineQuantity, 'position'>>(
  lines: readonly Line[],
  { current, exchanged, returned }: Record<'current' | 'exchanged' | 'returned', readonly LineQuantity[]>,
): Line | undefined {
  return lines.find(({ position }) => {
    const sumOf = (rows: readonly LineQuantity[]) =>
      rows.reduce((sum, row) => (row.position === position ? sum + row.quantity : sum), 0);
    return sumOf(returned) > Math.max(0, sumOf(current) - sumOf(exchanged));
  });
}
