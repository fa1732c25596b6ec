interface HeldOrder {
  stock_held: number;
  hold_until: number | null;
}

/**
 * Returns the time at which the hold of an unpaid order ends, in epoch ms; null if the items were released, or if the
 * order is not waiting for a payment.
 */
export function heldUntil({ stock_held, hold_until }: HeldOrder): number | null {
  return stock_held === 1 ? hold_until : null;
}
