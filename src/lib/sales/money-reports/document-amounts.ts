import type { TaxedAmount } from '#lib/sales/invoices/tax-document.ts';
import { sumsBy, type TaxSum } from '#lib/sales/money-reports/tax-sum.ts';

/** Returns the sums of a document by tax rate, the lowest rate first. */
export function sumsByRate(amounts: readonly TaxedAmount[]): { rateBp: number; tax: TaxSum }[] {
  return sumsBy(
    amounts.map(({ tax: { rateBp, ...tax } }) => ({ rateBp, tax, sign: 1 as const })),
    ({ rateBp }) => rateBp,
    (rateBp) => String(rateBp).padStart(5, '0'),
  ).map(({ key, tax }) => ({ rateBp: key, tax }));
}
