interface HeldOrder {
  stock_held: number;
  hold_until: number | null;
}

/**
 * Returns when the hold of an unpaid order ends, in epoch ms; null for other orders, and if the items were released.
 */
export function heldUntil({ stock_held, hold_until }: HeldOrder): number | null {
  return stock_held === 1 ? hold_until : null;
}
