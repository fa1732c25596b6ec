import { type TaxParts, taxOf } from '#lib/money/tax.ts';

/** Parts taken one after another from `left` add up to the whole, to the paisa. */
export function taxShare(left: TaxParts, paise: number): TaxParts {
  const taxLeft = taxOf(left);
  const whole = left.taxablePaise + taxLeft;
  if (paise === whole) return left;
  const least = Math.max(0, paise - left.taxablePaise);
  const most = Math.min(paise, taxLeft);
  const wanted = Math.min(most, Math.max(least, Math.round((taxLeft * paise) / whole)));
  if (left.igstPaise > 0) return parts(left.rateBp, paise, { igst: wanted });
  const tax = evenTax(wanted, least, most);
  const cgst = Math.min(left.cgstPaise, Math.max(tax - left.sgstPaise, Math.floor(tax / 2)));
  return parts(left.rateBp, paise, { cgst, sgst: tax - cgst });
}

function evenTax(wanted: number, least: number, most: number): number {
  if (wanted % 2 === 0) return wanted;
  if (wanted - 1 >= least) return wanted - 1;
  return wanted + 1 <= most ? wanted + 1 : wanted;
}

function parts(rateBp: number, paise: number, { cgst = 0, sgst = 0, igst = 0 }): TaxParts {
  return { rateBp, taxablePaise: paise - cgst - sgst - igst, cgstPaise: cgst, sgstPaise: sgst, igstPaise: igst };
}

export function withoutTaxShare(whole: TaxParts, part: Omit<TaxParts, 'rateBp'>): TaxParts {
  return {
    rateBp: whole.rateBp,
    taxablePaise: whole.taxablePaise - part.taxablePaise,
    cgstPaise: whole.cgstPaise - part.cgstPaise,
    sgstPaise: whole.sgstPaise - part.sgstPaise,
    igstPaise: whole.igstPaise - part.igstPaise,
  };
}

export function amountOf(parts: Omit<TaxParts, 'rateBp'>): number {
  return parts.taxablePaise + parts.cgstPaise + parts.sgstPaise + parts.igstPaise;
}
