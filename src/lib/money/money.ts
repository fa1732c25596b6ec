/** Money is integer paise inside; in an answer of the API it is rupees with two decimals (specification, section 9). */

const withPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const wholeRupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** `149900` → `1,499.00`, grouped as in India, without a currency symbol. */
export function formatPaise(paise: number): string {
  return withPaise.format(paise / 100);
}

/** `10000` → `10,000`: whole rupees in en-IN format, for the price filter. */
export function formatRupees(rupees: number): string {
  return wholeRupees.format(rupees);
}

/** Paise as the number of rupees that the API answers. */
export function paiseToRupees(paise: number): number {
  return Math.round(paise) / 100;
}

/** Rupees with at most two decimals as integer paise; `undefined` when that is not what it is. */
export function rupeesToPaise(rupees: number): number | undefined {
  const paise = Math.round(rupees * 100);
  return Number.isFinite(rupees) && Math.abs(paise - rupees * 100) < 1e-6 ? paise : undefined;
}
