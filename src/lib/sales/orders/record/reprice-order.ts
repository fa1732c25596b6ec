import type { OrderLineTable, OrdersTable } from '#lib/platform/db/tables/orders.ts';
import { toMetres } from '#lib/primitives/metres.ts';
import { type PrepaidDiscount, prepaidDiscountPaise } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import {
  type LineNow,
  type OrderAmounts,
  type OrderCredit,
  orderAmounts,
  taxOfPlaced,
} from '#lib/sales/orders/record/order-amounts.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { spreadPaise, type TaxParts, type TaxRate, taxOf, taxParts, taxRateBp } from '#lib/shop/money/tax.ts';
import { amountOf, withoutTaxShare, withTaxShare } from '#lib/shop/money/tax-share.ts';

/** The amounts of an order that is paid in another way than it was placed (product.md, "Payment"). In paise. */

export interface PaidOtherwise {
  /** The discount for paying online; 0 for cash. */
  discountPaise: number;
  /** The fee for cash on delivery; 0 for an order that is paid online. */
  feePaise: number;
  /** The tax rates of the time when the order was placed. */
  rates: readonly TaxRate[];
  isSameState: boolean;
}

export type RepricedLine = Pick<
  OrderLineTable,
  | 'position'
  | 'discount_paise'
  | 'prepaid_discount_paise'
  | 'tax_rate_bp'
  | 'taxable_paise'
  | 'cgst_paise'
  | 'sgst_paise'
  | 'igst_paise'
  | 'total_paise'
>;

export interface Repriced {
  order: Pick<OrdersTable, 'discount_paise' | 'delivery_paise' | 'delivery_tax_json' | 'tax_paise' | 'total_paise'> &
    Pick<OrderRow, 'cod_fee_paise' | 'prepaid_discount_paise'>;
  lines: RepricedLine[];
}

/** What is left to be paid if a placed cash order is paid online. */
export interface OnlineQuote {
  payPaise: number;
  discountPaise: number;
  /** The fee for cash that is taken off. */
  feePaise: number;
}

export function onlineQuote(
  order: Pick<OrderRow, 'cod_fee_paise'>,
  now: Pick<OrderAmounts, 'lines' | 'deliveryPaise' | 'toPayPaise'>,
  discountOf: (goodsPaise: number) => number,
): OnlineQuote {
  const feePaise = Math.min(order.cod_fee_paise, now.deliveryPaise, now.toPayPaise);
  const goodsPaise = now.lines.reduce((sum, line) => sum + line.totalPaise, 0);
  const discountPaise = Math.min(discountOf(goodsPaise), now.toPayPaise - feePaise);
  return { payPaise: now.toPayPaise - feePaise - discountPaise, discountPaise, feePaise };
}

/** Such as "Pay online instead and save ₹79.00". */
export function payOnlineText({ discountPaise, feePaise }: Pick<OnlineQuote, 'discountPaise' | 'feePaise'>): string {
  const savedPaise = discountPaise + feePaise;
  return savedPaise > 0 ? `Pay online instead and save ${priceText(savedPaise)}` : 'Pay online instead';
}

/** The quote with the owner's current discount. */
export function currentOnlineQuote(
  order: Pick<OrderRow, 'cod_fee_paise'>,
  now: Pick<OrderAmounts, 'lines' | 'deliveryPaise' | 'toPayPaise'>,
  prepaid: PrepaidDiscount,
): OnlineQuote {
  return onlineQuote(order, now, (goodsPaise) => prepaidDiscountPaise(prepaid, goodsPaise));
}

/**
 * Prices what is left of the order again; what credits have taken off stays as it is. The discount is distributed over
 * the goods like that of a coupon, and the tax follows the new prices.
 */
export function repriceOrder(
  order: OrderRow,
  lines: readonly OrderLineTable[],
  credits: readonly OrderCredit[],
  how: PaidOtherwise,
): Repriced {
  const now = orderAmounts(order, lines, credits);
  const before = lines.map((line, index) => lineNow(now, index).totalPaise + line.prepaid_discount_paise);
  const shares = spreadPaise(how.discountPaise, before);
  const priced = lines.map((line, index) => {
    const totalPaise = (before[index] ?? 0) - (shares[index] ?? 0);
    return repriceLine(
      line,
      lineNow(now, index),
      { totalPaise, prepaidPaise: shares[index] ?? 0 },
      { ...how, at: order.created_at },
    );
  });
  const delivery = repriceDelivery(order, now, how);
  const tax = [...priced.map(({ tax: ofLine }) => ofLine), delivery.tax].reduce((sum, parts) => sum + taxOf(parts), 0);
  const discount_paise = priced.reduce((sum, { row }) => sum + row.discount_paise, 0);
  return {
    order: {
      discount_paise,
      prepaid_discount_paise: how.discountPaise,
      ...delivery.columns,
      delivery_tax_json: JSON.stringify(delivery.tax),
      tax_paise: tax,
      total_paise: order.subtotal_paise - discount_paise + delivery.columns.delivery_paise,
    },
    lines: priced.map(({ row }) => row),
  };
}

function lineNow({ lines }: OrderAmounts, index: number): LineNow {
  const line = lines[index];
  if (!line) throw new Error('every line has an amount');
  return line;
}

/** With the time of the order, in epoch ms. */
type PaidAt = PaidOtherwise & { at: number };

function repriceLine(
  line: OrderLineTable,
  now: LineNow,
  { totalPaise, prepaidPaise }: { totalPaise: number; prepaidPaise: number },
  how: PaidAt,
): { row: RepricedLine; tax: TaxParts } {
  const placed = taxOfPlaced(line);
  const tax =
    totalPaise === now.totalPaise ? placed : replaceLeft(placed, now.tax, leftTax(line, now, totalPaise, how));
  return {
    tax,
    row: {
      position: line.position,
      discount_paise: line.discount_paise - line.prepaid_discount_paise + prepaidPaise,
      prepaid_discount_paise: prepaidPaise,
      tax_rate_bp: tax.rateBp,
      taxable_paise: tax.taxablePaise,
      cgst_paise: tax.cgstPaise,
      sgst_paise: tax.sgstPaise,
      igst_paise: tax.igstPaise,
      total_paise: amountOf(tax),
    },
  };
}

/** The tax rate depends on the price of one piece after the discount. */
function leftTax(line: OrderLineTable, { quantity }: LineNow, totalPaise: number, how: PaidAt): TaxParts {
  const units = line.sell_unit === 'metre' ? toMetres(quantity) : quantity;
  const rateBp =
    how.rates.length === 0 || quantity === 0
      ? line.tax_rate_bp
      : taxRateBp(line.hsn, Math.round(totalPaise / units), how.at, how.rates);
  return taxParts(totalPaise, rateBp, how.isSameState);
}

/** What is left of `placed` becomes `left`; the part that was credited stays. */
function replaceLeft(placed: TaxParts, leftBefore: TaxParts, left: TaxParts): TaxParts {
  return { ...withTaxShare(withoutTaxShare(placed, leftBefore), left), rateBp: left.rateBp };
}

/** The fee is part of the delivery, and taxed like it. */
function repriceDelivery(order: OrderRow, now: OrderAmounts, how: PaidOtherwise) {
  const feeLeft = Math.min(order.cod_fee_paise, now.deliveryPaise);
  const change = how.feePaise - feeLeft;
  const placed: TaxParts = JSON.parse(order.delivery_tax_json);
  const left = taxParts(now.deliveryPaise + change, placed.rateBp, how.isSameState);
  return {
    tax: change === 0 ? placed : replaceLeft(placed, now.deliveryTax, left),
    columns: {
      delivery_paise: order.delivery_paise + change,
      cod_fee_paise: order.cod_fee_paise + change,
    },
  };
}
