import { type TaxParts, taxOf } from '#lib/shop/money/tax.ts';

/**
 * The taxable value and the taxes in `paise`, in proportion to the remaining amount `left`, of which it is a part. Both
 * amounts include tax. Shares that are taken one after another, each from what the previous one left, add up exactly.
 */
export function taxShare(left: TaxParts, paise: number): TaxParts {
  const taxLeft = taxOf(left);
  const amountLeft = left.taxablePaise + taxLeft;
  if (paise === amountLeft) return left;
  // Neither the tax nor the taxable value that remains may fall below zero.
  const min = Math.max(0, paise - left.taxablePaise);
  const max = Math.min(paise, taxLeft);
  const inProportion = Math.round((taxLeft * paise) / amountLeft);
  const taxPaise = Math.min(max, Math.max(min, inProportion));
  if (left.igstPaise > 0) return withTax(left.rateBp, paise, { igst: taxPaise });
  const evenPaise = evenWithin(taxPaise, min, max);
  const cgst = Math.min(left.cgstPaise, Math.max(evenPaise - left.sgstPaise, Math.floor(evenPaise / 2)));
  return withTax(left.rateBp, paise, { cgst, sgst: evenPaise - cgst });
}

/**
 * The closest even amount within the limits, or `taxPaise` if there is none: CGST and SGST are equal by law, so their
 * sum is even.
 */
function evenWithin(taxPaise: number, min: number, max: number): number {
  if (taxPaise % 2 === 0) return taxPaise;
  if (taxPaise - 1 >= min) return taxPaise - 1;
  return taxPaise + 1 <= max ? taxPaise + 1 : taxPaise;
}

function withTax(rateBp: number, paise: number, { cgst = 0, sgst = 0, igst = 0 }): TaxParts {
  return { rateBp, taxablePaise: paise - cgst - sgst - igst, cgstPaise: cgst, sgstPaise: sgst, igstPaise: igst };
}

export function subtractTaxParts(whole: TaxParts, part: Omit<TaxParts, 'rateBp'>): TaxParts {
  return {
    rateBp: whole.rateBp,
    taxablePaise: whole.taxablePaise - part.taxablePaise,
    cgstPaise: whole.cgstPaise - part.cgstPaise,
    sgstPaise: whole.sgstPaise - part.sgstPaise,
    igstPaise: whole.igstPaise - part.igstPaise,
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
