import { groupByLakh } from '#lib/primitives/number-format.ts';

/** Money is integer paise in the code, and rupees with two decimals in the API (product.md, "Prices"). */

/** Not a setting, because amounts are in paise, grouped by lakh and taxed with GST: another symbol would be wrong. */
export const CURRENCY = { code: 'INR', symbol: '₹' } as const;

/** Returns an amount as "1,23,456.00". */
export function formatPaise(paise: number): string {
  return groupByLakh((paise / 100).toFixed(2));
}

/** Returns an amount as "1,23,456", rounded to whole rupees. */
export function formatRupees(rupees: number): string {
  return groupByLakh(rupees.toFixed(0));
}

export function paiseToRupees(paise: number): number {
  return Math.round(paise) / 100;
}

/** Returns the amount in paise, or undefined if it has more than two decimals or is not finite. */
export function rupeesToPaise(rupees: number): number | undefined {
  const paise = Math.round(rupees * 100);
  return Number.isFinite(rupees) && Math.abs(paise - rupees * 100) < 1e-6 ? paise : undefined;
}
