/** In pieces or metres. The minimum if `requested` is not a number. */
export function nearestSellableQuantity(requested: number, range: { min: number; max: number; step: number }): number {
  if (!Number.isFinite(requested)) return range.min;
  const steps = Math.round((Math.min(Math.max(requested, range.min), range.max) - range.min) / range.step);
  return Math.min(range.max, Math.round((range.min + steps * range.step) * 1_000) / 1_000);
}
