import type { TaxedAmount } from '#lib/sales/invoices/tax-document.ts';
import type { TaxParts } from '#lib/shop/money/tax.ts';

/** A taxable value and its taxes, in paise. In net sums, credit notes are subtracted. */
export type TaxSum = Omit<TaxParts, 'rateBp'>;

const NO_TAX: Readonly<TaxSum> = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };

function addTax(a: TaxSum, { sign, tax: b }: SignedTax): TaxSum {
  return {
    taxablePaise: a.taxablePaise + sign * b.taxablePaise,
    cgstPaise: a.cgstPaise + sign * b.cgstPaise,
    sgstPaise: a.sgstPaise + sign * b.sgstPaise,
    igstPaise: a.igstPaise + sign * b.igstPaise,
  };
}

export function isZero(sum: TaxSum): boolean {
  return Object.values(sum).every((paise) => paise === 0);
}

interface SignedTax {
  sign: 1 | -1;
  tax: TaxSum;
}

/**
 * Sums the rows with the same key. `sortKeyOf` returns a string for each key. Rows are grouped by this string, and the
 * groups are sorted by it.
 */
export function sumsBy<Key, Row extends SignedTax>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  sortKeyOf: (key: Key) => string,
): { key: Key; rows: Row[]; tax: TaxSum }[] {
  const groups = Map.groupBy(rows, (row) => sortKeyOf(keyOf(row)));
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [firstRow] = group;
      return firstRow ? [{ key: keyOf(firstRow), rows: group, tax: sumOf(group) }] : [];
    });
}

/** Returns the sums of a document by tax rate, the lowest rate first. */
export function sumsByRate(amounts: readonly TaxedAmount[]): { rateBp: number; tax: TaxSum }[] {
  return sumsBy(
    amounts.map(({ tax: { rateBp, ...tax } }) => ({ rateBp, tax, sign: 1 as const })),
    ({ rateBp }) => rateBp,
    sortableRate,
  ).map(({ key, tax }) => ({ rateBp: key, tax }));
}

/** Returns a rate as a string whose sort order is the order of the rates. */
export function sortableRate(rateBp: number): string {
  return String(rateBp).padStart(5, '0');
}

export function sumOf(rows: readonly SignedTax[]): TaxSum {
  return rows.reduce(addTax, NO_TAX);
}
