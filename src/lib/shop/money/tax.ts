import { indianIsoDay } from '#lib/primitives/indian-time.ts';

/** Prices include GST: dated rates by HSN and price of a piece (product.md, "Tax and invoices"). */

export interface TaxRate {
  hsn: string;
  from: string;
  rateBp: number;
  upToPaise?: number | undefined;
  rateAboveBp?: number | undefined;
}

export interface TaxParts {
  /** Hundredths of a per cent: 500 is 5 %. */
  rateBp: number;
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
}

const WHOLE_BP = 10_000;

export function hasTaxRate(hsn: string, at: number, rates: readonly TaxRate[]): boolean {
  const day = indianIsoDay(at);
  return rates.some((rate) => rate.hsn !== '' && hsn.startsWith(rate.hsn) && rate.from <= day);
}

export function defaultRateBp(at: number, rates: readonly TaxRate[]): number {
  return taxRateBp(null, 0, at, rates);
}

export function taxRateBp(hsn: string | null, unitPaise: number, at: number, rates: readonly TaxRate[]): number {
  const day = indianIsoDay(at);
  let best: TaxRate | undefined;
  for (const rate of rates) {
    if (!(hsn ?? '').startsWith(rate.hsn) || rate.from > day) continue;
    const isMoreSpecific = !best || rate.hsn.length > best.hsn.length;
    const isLater = best?.hsn === rate.hsn && rate.from > best.from;
    if (isMoreSpecific || isLater) best = rate;
  }
  if (!best) return 0;
  return best.upToPaise !== undefined && unitPaise > best.upToPaise ? (best.rateAboveBp ?? best.rateBp) : best.rateBp;
}

export function taxParts(totalPaise: number, rateBp: number, isSameState: boolean): TaxParts {
  const taxPaise = totalPaise - Math.round((totalPaise * WHOLE_BP) / (WHOLE_BP + rateBp));
  if (!isSameState) {
    return { rateBp, taxablePaise: totalPaise - taxPaise, cgstPaise: 0, sgstPaise: 0, igstPaise: taxPaise };
  }
  // Both halves are equal by law, so an odd paisa belongs to the taxable value.
  const halfPaise = Math.floor(taxPaise / 2);
  return { rateBp, taxablePaise: totalPaise - 2 * halfPaise, cgstPaise: halfPaise, sgstPaise: halfPaise, igstPaise: 0 };
}

export function taxOf({ cgstPaise, sgstPaise, igstPaise }: TaxParts): number {
  return cgstPaise + sgstPaise + igstPaise;
}

export function isSameState(state: string, shopState: string): boolean {
  const letters = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return letters(state) === letters(shopState);
}

/** The rounding difference is distributed, a paisa each, to the largest remainders. */
export function spreadPaise(totalPaise: number, weights: readonly number[]): number[] {
  const sum = BigInt(weights.reduce((a, b) => a + b, 0));
  if (sum === 0n || totalPaise === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => BigInt(totalPaise) * BigInt(weight));
  const parts = shares.map((share) => Number(share / sum));
  const remainderPaise = totalPaise - parts.reduce((a, b) => a + b, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share % sum }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const { index } of byRemainder.slice(0, remainderPaise)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
