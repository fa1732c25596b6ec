interface HeldOrder {
  stock_held: number;
  hold_until: number | null;
}

/** When the hold of an unpaid order ends, in epoch ms; `null` if its items were released, and for all other orders. */
export function heldUntil({ stock_held, hold_until }: HeldOrder): number | null {
  return stock_held === 1 ? hold_until : null;
}
