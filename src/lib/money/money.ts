/** Money is integer paise inside; in an answer of the API it is rupees with two decimals (product.md, "Prices"). */

/** `149900` → `1,499.00`, grouped as in India, without a currency symbol. */
export function formatPaise(paise: number): string {
  return grouped((paise / 100).toFixed(2));
}

/** `10000` → `10,000`: whole rupees in en-IN format, for the price filter. */
export function formatRupees(rupees: number): string {
  return grouped(rupees.toFixed(0));
}

/** By hand, for a slow phone takes 100 ms to make an `Intl.NumberFormat` of en-IN: three digits at the end, then by two. */
function grouped(amount: string): string {
  return amount.replace(/\d(?=(\d\d){0,9}\d{3}(\.|$))/g, '$&,');
}

export function paiseToRupees(paise: number): number {
  return Math.round(paise) / 100;
}

/** Rupees with at most two decimals as integer paise; `undefined` when that is not what it is. */
export function rupeesToPaise(rupees: number): number | undefined {
  const paise = Math.round(rupees * 100);
  return Number.isFinite(rupees) && Math.abs(paise - rupees * 100) < 1e-6 ? paise : undefined;
}
