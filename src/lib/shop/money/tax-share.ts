import { type TaxParts, taxOf } from '#lib/shop/money/tax.ts';

/**
 * Returns the taxable value and the taxes of `paise`, a part of the amount `remaining`, in the same proportion. Both
 * amounts include tax. Successive shares add up exactly if each is taken from the remainder of the previous share.
 */
export function taxShare(remaining: TaxParts, paise: number): TaxParts {
  const remainingTax = taxOf(remaining);
  const remainingAmount = remaining.taxablePaise + remainingTax;
  if (paise === remainingAmount) return remaining;
  // Neither the tax nor the taxable value that remains may fall below zero.
  const min = Math.max(0, paise - remaining.taxablePaise);
  const max = Math.min(paise, remainingTax);
  const proportionalTax = Math.round((remainingTax * paise) / remainingAmount);
  const taxPaise = Math.min(max, Math.max(min, proportionalTax));
  if (remaining.igstPaise > 0) return withTax(remaining.rateBp, paise, { igst: taxPaise });
  const evenPaise = evenAmountWithin(taxPaise, min, max);
  const cgst = Math.min(remaining.cgstPaise, Math.max(evenPaise - remaining.sgstPaise, Math.floor(evenPaise / 2)));
  return withTax(remaining.rateBp, paise, { cgst, sgst: evenPaise - cgst });
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

function withTax(rateBp: number, paise: number, { cgst = 0, sgst = 0, igst = 0 }): TaxParts {
  return { rateBp, taxablePaise: paise - cgst - sgst - igst, cgstPaise: cgst, sgstPaise: sgst, igstPaise: igst };
}

export function subtractTaxParts(total: TaxParts, part: Omit<TaxParts, 'rateBp'>): TaxParts {
  return {
    rateBp: total.rateBp,
    taxablePaise: total.taxablePaise - part.taxablePaise,
    cgstPaise: total.cgstPaise - part.cgstPaise,
    sgstPaise: total.sgstPaise - part.sgstPaise,
    igstPaise: total.igstPaise - part.igstPaise,
  };
}

export function addTaxParts(part: TaxParts, other: TaxParts): TaxParts {
  return {
    rateBp: part.rateBp,
    taxablePaise: part.taxablePaise + other.taxablePaise,
    cgstPaise: part.cgstPaise + other.cgstPaise,
    sgstPaise: part.sgstPaise + other.sgstPaise,
    igstPaise: part.igstPaise + other.igstPaise,
  };
}

export function amountOf(parts: Omit<TaxParts, 'rateBp'>): number {
  return parts.taxablePaise + parts.cgstPaise + parts.sgstPaise + parts.igstPaise;
}
