import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import type { TAX_RATES } from '#lib/shop/money/tax.schema.ts';

// Prices include GST. Its rate depends on the HSN, the unit price and the day (product.md, "Tax and invoices").

/**
 * A rate, in hundredths of a per cent, and its first day, as YYYY-MM-DD in India. `hsn` is the beginning of the HSN. ''
 * matches all goods, and is the only match for goods without an HSN. For unit prices above `upToPaise`, `rateAboveBp`
 * applies instead.
 */
export type TaxRate = ReturnType<typeof TAX_RATES.schema.parse>['rates'][number];

export interface TaxParts {
  /** The rate in hundredths of a per cent: 500 is 5 %. */
  rateBp: number;
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
}

const BP_PER_WHOLE = 10_000;

/** Returns whether a rate other than the default rate applies to this HSN at a time in epoch ms. */
export function hasTaxRate(hsn: string, at: number, rates: readonly TaxRate[]): boolean {
  const day = indianIsoDay(at);
  return rates.some((rate) => rate.hsn !== '' && hsn.startsWith(rate.hsn) && rate.from <= day);
}

/** Returns the rate for goods without an HSN, in hundredths of a per cent. */
export function defaultRateBp(at: number, rates: readonly TaxRate[]): number {
  return taxRateBp(null, 0, at, rates);
}

/**
 * Returns the rate that applies at `at`, in hundredths of a per cent. If several rates match the HSN, the rate with the
 * longest HSN applies; if several have this HSN, the newest. Returns 0 if no rate matches. `unitPaise` is the price of a
 * piece or a metre.
 */
export function taxRateBp(hsn: string | null, unitPaise: number, at: number, rates: readonly TaxRate[]): number {
  const day = indianIsoDay(at);
  let bestRate: TaxRate | undefined;
  for (const rate of rates) {
    if (!(hsn ?? '').startsWith(rate.hsn) || rate.from > day) continue;
    const isMoreSpecific = !bestRate || rate.hsn.length > bestRate.hsn.length;
    const isLater = bestRate?.hsn === rate.hsn && rate.from > bestRate.from;
    if (isMoreSpecific || isLater) bestRate = rate;
  }
  if (!bestRate) return 0;
  return bestRate.upToPaise !== undefined && unitPaise > bestRate.upToPaise
    ? (bestRate.rateAboveBp ?? bestRate.rateBp)
    : bestRate.rateBp;
}

/** Splits an amount that includes tax into its parts: CGST and SGST within the state, IGST between states. */
export function taxParts(totalPaise: number, rateBp: number, isSameState: boolean): TaxParts {
  const taxPaise = totalPaise - Math.round((totalPaise * BP_PER_WHOLE) / (BP_PER_WHOLE + rateBp));
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

/**
 * Splits an amount in proportion to the weights. The parts with the largest remainders get the rounding difference, a
 * paisa each. If all weights are 0, all parts are 0.
 */
export function spreadPaise(totalPaise: number, weights: readonly number[]): number[] {
  const totalWeight = BigInt(weights.reduce((a, b) => a + b, 0));
  if (totalWeight === 0n || totalPaise === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => BigInt(totalPaise) * BigInt(weight));
  const parts = shares.map((share) => Number(share / totalWeight));
  const remainderPaise = totalPaise - parts.reduce((a, b) => a + b, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share % totalWeight }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const { index } of byRemainder.slice(0, remainderPaise)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
