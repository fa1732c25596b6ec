import type { CurrentLine } from '#lib/sales/orders/record/order-amounts.ts';

/** A quantity of a line, in pieces or centimetres. */
export type LineQuantity = Pick<CurrentLine, 'position' | 'quantity'>;

/**
 * Returns the first line of which more items are returned than the buyer has; undefined if there is no such line.
 * Exchanged items count as items that the buyer no longer has.
 */
export function findOverReturnedLine<Line extends Pick<LineQuantity, 'position'>>(
  lines: readonly Line[],
  {
    currentQuantities,
    exchangedQuantities,
    returnedQuantities,
  }: Record<'currentQuantities' | 'exchangedQuantities' | 'returnedQuantities', readonly LineQuantity[]>,
): Line | undefined {
  return lines.find(({ position }) => {
    const sumOf = (rows: readonly LineQuantity[]) =>
      rows.reduce((sum, row) => (row.position === position ? sum + row.quantity : sum), 0);
    return sumOf(returnedQuantities) > Math.max(0, sumOf(currentQuantities) - sumOf(exchangedQuantities));
  });
}
