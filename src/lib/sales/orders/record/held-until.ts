interface HeldOrder {
  stock_held: number;
  hold_until: number | null;
}

/** Until when an unpaid order keeps its goods; `null` when it keeps none. */
export function heldUntil({ stock_held, hold_until }: HeldOrder): number | null {
  return stock_held === 1 ? hold_until : null;
}
