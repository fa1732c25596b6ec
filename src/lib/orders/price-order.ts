import { type CartTotals, cartTotals } from '#lib/cart/cart-totals.ts';
import type { Coupon } from '#lib/cart/coupon.ts';
import type { DeliveryZone } from '#lib/cart/delivery.ts';
import { type TaxParts, taxOf, taxParts, taxRateBp } from '#lib/money/tax.ts';

/** What an order costs, line by line, with the tax in it. Pure. */

export interface SoldLine {
  sellUnit: 'piece' | 'metre';
  /** Of one piece or one metre. */
  pricePaise: number;
  /** Pieces or centimetres. */
  quantity: number;
  hsn: string | null;
}

export interface OrderTerms {
  coupon?: Pick<Coupon, 'kind' | 'value'> | undefined;
  zone: Pick<DeliveryZone, 'pricePaise' | 'codFeePaise'>;
  isCod: boolean;
  /** Whether the goods stay in the shop's own state: then the tax has two halves. */
  isSameState: boolean;
  /** Epoch milliseconds: rates are dated. */
  at: number;
}

export interface OrderPrice {
  totals: CartTotals;
  /** In the order of the lines. */
  lineTaxes: TaxParts[];
  deliveryTax: TaxParts;
  /** Of lines and delivery, included in the total. */
  taxPaise: number;
}

export function priceOrder(lines: readonly SoldLine[], { isSameState, at, ...terms }: OrderTerms): OrderPrice {
  const totals = cartTotals(lines, terms);
  const lineTaxes = lines.map((line, index) => {
    const paise = totals.lines[index]?.totalPaise ?? 0;
    const units = line.sellUnit === 'metre' ? line.quantity / 100 : line.quantity;
    return taxParts(paise, taxRateBp(line.hsn, paise / units, at), isSameState);
  });
  const deliveryTax = taxParts(totals.deliveryPaise, principalRate(totals, lineTaxes), isSameState);
  const taxPaise = [...lineTaxes, deliveryTax].reduce((sum, parts) => sum + taxOf(parts), 0);
  return { totals, lineTaxes, deliveryTax, taxPaise };
}

/** Goods and their delivery are one supply, taxed as its principal part: the dearest line. */
function principalRate({ lines }: CartTotals, taxes: readonly TaxParts[]): number {
  const paise = lines.map(({ totalPaise }) => totalPaise);
  return taxes[paise.indexOf(Math.max(...paise))]?.rateBp ?? 0;
}
