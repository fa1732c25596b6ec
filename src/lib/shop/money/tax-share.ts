import { type TaxParts, taxOf } from '#lib/shop/money/tax.ts';

/**
 * Splits `paise`, a part of the amount `remaining`, into its taxable value and taxes, in the same proportion as
 * `remaining`. Both amounts include tax. If each share is taken from what the previous shares left, all shares add up
 * exactly.
 */
export function taxShare(remaining: TaxParts, paise: number): TaxParts {
  const remainingTax = taxOf(remaining);
  const remainingAmount = remaining.taxablePaise + remainingTax;
  if (paise === remainingAmount) return remaining;
  // Neither the tax nor the taxable value that remains may fall below zero.
  const minTaxPaise = Math.max(0, paise - remaining.taxablePaise);
  const maxTaxPaise = Math.min(paise, remainingTax);
  const proportionalTax = Math.round((remainingTax * paise) / remainingAmount);
  const taxPaise = Math.min(maxTaxPaise, Math.max(minTaxPaise, proportionalTax));
  if (remaining.igstPaise > 0) return taxPartsOf(remaining.rateBp, paise, { igstPaise: taxPaise });
  const evenPaise = evenAmountWithin(taxPaise, minTaxPaise, maxTaxPaise);
  const cgstPaise = Math.min(remaining.cgstPaise, Math.max(evenPaise - remaining.sgstPaise, Math.floor(evenPaise / 2)));
  return taxPartsOf(remaining.rateBp, paise, { cgstPaise, sgstPaise: evenPaise - cgstPaise });
}

/**
 * Returns the closest even amount within the limits, or `taxPaise` if there is no even amount. CGST and SGST are equal
 * by law, so their sum is even.
 */
function evenAmountWithin(taxPaise: number, min: number, max: number): number {
  if (taxPaise % 2 === 0) return taxPaise;
  if (taxPaise - 1 >= min) return taxPaise - 1;
  return taxPaise + 1 <= max ? taxPaise + 1 : taxPaise;
}

function taxPartsOf(rateBp: number, totalPaise: number, { cgstPaise = 0, sgstPaise = 0, igstPaise = 0 }): TaxParts {
  return { rateBp, taxablePaise: totalPaise - cgstPaise - sgstPaise - igstPaise, cgstPaise, sgstPaise, igstPaise };
}

export function subtractTaxParts(total: TaxParts, part: Omit<TaxParts, 'rateBp'>): TaxParts {
  return withAdded(total, part, -1);
}

export function addTaxParts(part: TaxParts, other: TaxParts): TaxParts {
  return withAdded(part, other, 1);
}

function withAdded({ rateBp, ...parts }: TaxParts, other: Omit<TaxParts, 'rateBp'>, sign: 1 | -1): TaxParts {
  return {
    rateBp,
    taxablePaise: parts.taxablePaise + sign * other.taxablePaise,
    cgstPaise: parts.cgstPaise + sign * other.cgstPaise,
    sgstPaise: parts.sgstPaise + sign * other.sgstPaise,
    igstPaise: parts.igstPaise + sign * other.igstPaise,
  };
}

/** Returns the amount including tax, in paise. */
export function amountWithTax(parts: Omit<TaxParts, 'rateBp'>): number {
  return parts.taxablePaise + parts.cgstPaise + parts.sgstPaise + parts.igstPaise;
}
