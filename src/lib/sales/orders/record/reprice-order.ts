import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { toMetres } from '#lib/primitives/metres.ts';
import { type PrepaidDiscount, prepaidDiscountPaise } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import {
  type CurrentLine,
  type OrderAmounts,
  type OrderCredit,
  orderAmounts,
  taxColumns,
  taxOfPlacedLine,
} from '#lib/sales/orders/record/order-amounts.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { spreadPaise, type TaxParts, type TaxRate, taxOf, taxParts, taxRateBp } from '#lib/shop/money/tax.ts';
import { addTaxParts, amountWithTax, subtractTaxParts } from '#lib/shop/money/tax-share.ts';

// This file computes the amounts, in paise, of an order whose payment method changes after the order was placed
// (product.md, "Payment").

export interface RepriceTerms {
  /** The discount for paying online; 0 for cash. */
  discountPaise: number;
  /** The fee for cash on delivery; 0 for an order that is paid online. */
  feePaise: number;
  /** The tax rates with the dates from which they apply; an empty array if the order's tax scheme collects no tax. */
  rates: readonly TaxRate[];
  isSameState: boolean;
}

/** The amount to pay if a placed cash order is paid online. */
export interface OnlineQuote {
  payPaise: number;
  discountPaise: number;
  /** The fee for cash on delivery, which is not charged for an online payment. */
  feePaise: number;
}

/**
 * Returns the amount to pay if a placed cash order is paid online. `discountOf` returns the discount for paying online,
 * for an amount of goods in paise.
 */
export function onlineQuote(
  order: Pick<OrderRow, 'cod_fee_paise'>,
  currentAmounts: Pick<OrderAmounts, 'lines' | 'deliveryPaise' | 'toPayPaise'>,
  discountOf: (goodsPaise: number) => number,
): OnlineQuote {
  const feePaise = Math.min(order.cod_fee_paise, currentAmounts.deliveryPaise, currentAmounts.toPayPaise);
  const goodsPaise = currentAmounts.lines.reduce((sum, line) => sum + line.totalPaise, 0);
  const discountPaise = Math.min(discountOf(goodsPaise), currentAmounts.toPayPaise - feePaise);
  return { payPaise: currentAmounts.toPayPaise - feePaise - discountPaise, discountPaise, feePaise };
}

/** Returns a string such as "Pay online instead and save ₹79.00". */
export function payOnlineText({ discountPaise, feePaise }: Pick<OnlineQuote, 'discountPaise' | 'feePaise'>): string {
  const savedPaise = discountPaise + feePaise;
  return savedPaise > 0 ? `Pay online instead and save ${priceText(savedPaise)}` : 'Pay online instead';
}

/**
 * Returns the amount to pay if a placed cash order is paid online, with the discount that the owner currently offers.
 */
export function currentOnlineQuote(
  order: Pick<OrderRow, 'cod_fee_paise'>,
  currentAmounts: Pick<OrderAmounts, 'lines' | 'deliveryPaise' | 'toPayPaise'>,
  prepaidDiscount: PrepaidDiscount,
): OnlineQuote {
  return onlineQuote(order, currentAmounts, (goodsPaise) => prepaidDiscountPaise(prepaidDiscount, goodsPaise));
}

/**
 * Returns the new amounts of an order and its lines. Only amounts that were not credited change. The discount is
 * distributed over the goods like the discount of a coupon, and the tax is calculated from the new prices.
 */
export function repriceOrder(
  order: OrderRow,
  lines: readonly OrderLineTable[],
  credits: readonly OrderCredit[],
  terms: RepriceTerms,
) {
  const currentAmounts = orderAmounts(order, lines, credits);
  const fullPrices = lines.map((line, index) => lineAt(currentAmounts, index).totalPaise + line.prepaid_discount_paise);
  const shares = spreadPaise(terms.discountPaise, fullPrices);
  const repricedLines = lines.map((line, index) => {
    const totalPaise = (fullPrices[index] ?? 0) - (shares[index] ?? 0);
    return repriceLine(
      line,
      lineAt(currentAmounts, index),
      { totalPaise, prepaidPaise: shares[index] ?? 0 },
      { ...terms, at: order.created_at },
    );
  });
  const delivery = repriceDelivery(order, currentAmounts, terms);
  const taxPaise = [...repricedLines.map((line) => line.tax), delivery.tax].reduce(
    (sum, parts) => sum + taxOf(parts),
    0,
  );
  const discount_paise = repricedLines.reduce((sum, { row }) => sum + row.discount_paise, 0);
  return {
    orderColumns: {
      discount_paise,
      prepaid_discount_paise: terms.discountPaise,
      ...delivery.columns,
      delivery_tax_json: JSON.stringify(delivery.tax),
      tax_paise: taxPaise,
      total_paise: order.subtotal_paise - discount_paise + delivery.columns.delivery_paise,
    },
    lines: repricedLines.map(({ row }) => row),
  };
}

function lineAt({ lines }: OrderAmounts, index: number): CurrentLine {
  const line = lines[index];
  if (!line) throw new Error(`line ${index} has no amounts`);
  return line;
}

/** The terms, with `at`: the time at which the order was placed, in epoch ms. */
type DatedTerms = RepriceTerms & { at: number };

function repriceLine(
  line: OrderLineTable,
  currentLine: CurrentLine,
  { totalPaise, prepaidPaise }: { totalPaise: number; prepaidPaise: number },
  terms: DatedTerms,
) {
  const placedTax = taxOfPlacedLine(line);
  const tax =
    totalPaise === currentLine.totalPaise
      ? placedTax
      : replaceUncredited(placedTax, currentLine.tax, taxOfUncredited(line, currentLine, totalPaise, terms));
  return {
    tax,
    row: {
      position: line.position,
      discount_paise: line.discount_paise - line.prepaid_discount_paise + prepaidPaise,
      prepaid_discount_paise: prepaidPaise,
      tax_rate_bp: tax.rateBp,
      ...taxColumns(tax),
      total_paise: amountWithTax(tax),
    },
  };
}

/**
 * Returns the tax of the quantity that was not credited. The tax rate depends on the price of one piece or metre after
 * the discount.
 */
function taxOfUncredited(
  line: OrderLineTable,
  { quantity }: CurrentLine,
  totalPaise: number,
  terms: DatedTerms,
): TaxParts {
  const piecesOrMetres = line.sell_unit === 'metre' ? toMetres(quantity) : quantity;
  const rateBp =
    terms.rates.length === 0 || quantity === 0
      ? line.tax_rate_bp
      : taxRateBp(line.hsn, Math.round(totalPaise / piecesOrMetres), terms.at, terms.rates);
  return taxParts(totalPaise, rateBp, terms.isSameState);
}

/**
 * Returns the tax after repricing. `before` is the part of `placedTax` that was not credited; it is replaced by
 * `after`. The credited part does not change.
 */
function replaceUncredited(placedTax: TaxParts, before: TaxParts, after: TaxParts): TaxParts {
  return { ...addTaxParts(subtractTaxParts(placedTax, before), after), rateBp: after.rateBp };
}

/**
 * Returns the new delivery amounts. The fee for cash on delivery is part of the delivery amount, and is taxed at the
 * same rate.
 */
function repriceDelivery(order: OrderRow, currentAmounts: OrderAmounts, terms: RepriceTerms) {
  const currentFeePaise = Math.min(order.cod_fee_paise, currentAmounts.deliveryPaise);
  const feeChangePaise = terms.feePaise - currentFeePaise;
  const placedTax: TaxParts = JSON.parse(order.delivery_tax_json);
  const newTax = taxParts(currentAmounts.deliveryPaise + feeChangePaise, placedTax.rateBp, terms.isSameState);
  return {
    tax: feeChangePaise === 0 ? placedTax : replaceUncredited(placedTax, currentAmounts.deliveryTax, newTax),
    columns: {
      delivery_paise: order.delivery_paise + feeChangePaise,
      cod_fee_paise: order.cod_fee_paise + feeChangePaise,
    },
  };
}
