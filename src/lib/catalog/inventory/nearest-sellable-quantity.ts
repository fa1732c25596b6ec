/** Returns the nearest quantity that can be sold, in pieces or metres, or the minimum if `quantity` is not a number. */
export function nearestSellableQuantity(quantity: number, range: { min: number; max: number; step: number }): number {
  if (!Number.isFinite(quantity)) return range.min;
  const steps = Math.round((Math.min(Math.max(quantity, range.min), range.max) - range.min) / range.step);
  return Math.min(range.max, Math.round((range.min + steps * range.step) * 1_000) / 1_000);
}
