import type { Selectable } from 'kysely';
import type {
  OrderCreditLineTable,
  OrderCreditTable,
  OrderLineTable,
  OrdersTable,
} from '#lib/platform/db/tables/orders.ts';
import { toMetres } from '#lib/primitives/metres.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type TaxParts, taxOf } from '#lib/shop/money/tax.ts';
import { amountWithTax, subtractTaxParts } from '#lib/shop/money/tax-share.ts';

// This file is the only place that computes the current amounts of an order: the amounts when it was placed, minus all
// credits.

export type OrderCredit = Selectable<OrderCreditTable> & { lines: OrderCreditLineTable[] };

export type AmountsOrder = Pick<OrdersTable, 'order_status' | 'payment_status' | 'total_paise' | 'delivery_tax_json'> &
  Pick<OrderRow, 'advance_paise' | 'advance_paid'>;

export type AmountsLine = Pick<
  OrderLineTable,
  | 'position'
  | 'sell_unit'
  | 'quantity'
  | 'price_paise'
  | 'tax_rate_bp'
  | 'taxable_paise'
  | 'cgst_paise'
  | 'sgst_paise'
  | 'igst_paise'
>;

export interface CurrentLine {
  position: number;
  quantity: number;
  subtotalPaise: number;
  discountPaise: number;
  tax: TaxParts;
  totalPaise: number;
}

/** A quantity of a line, in pieces or centimetres. */
export type LineQuantity = Pick<CurrentLine, 'position' | 'quantity'>;

/**
 * The current amounts of an order. Subtotal − discount + delivery = total, to the paisa. The tax parts of the lines and
 * of the delivery amount add up to the total.
 */
export interface OrderAmounts {
  lines: CurrentLine[];
  subtotalPaise: number;
  discountPaise: number;
  deliveryPaise: number;
  deliveryTax: TaxParts;
  taxPaise: number;
  totalPaise: number;
  creditedPaise: number;
  /** The amount that was paid for the order, in paise. It includes amounts that were refunded later. */
  paidPaise: number;
  /** The amount that is still to be paid, in paise. A paid advance is already deducted. */
  toPayPaise: number;
}

export const PAID_STATUSES: ReadonlySet<OrdersTable['payment_status']> = new Set(['paid', 'refund_due', 'refunded']);

/**
 * Returns the current amounts of an order. If `credits` contains only the credits before the invoice, returns the
 * amounts of the invoice.
 */
export function orderAmounts(
  order: AmountsOrder,
  placedLines: readonly AmountsLine[],
  credits: readonly OrderCredit[],
): OrderAmounts {
  // An unpaid order that was cancelled has no credits, and all its amounts are zero.
  const isVoid = order.order_status === 'cancelled' && credits.length === 0;
  const lines = placedLines.map((line) => currentLine(line, credits, isVoid));
  const deliveryTax = isVoid ? ZERO_TAX : credits.reduce(subtractDelivery, JSON.parse(order.delivery_tax_json));
  const subtotalPaise = sum(lines.map((line) => line.subtotalPaise));
  const discountPaise = sum(lines.map((line) => line.discountPaise));
  const deliveryPaise = amountWithTax(deliveryTax);
  const totalPaise = subtotalPaise - discountPaise + deliveryPaise;
  const owedPaise = sum(credits.map((credit) => credit.owed_paise));
  const uncollectedPaise = sum(credits.map((credit) => credit.total_paise)) - owedPaise;
  const isPaid = PAID_STATUSES.has(order.payment_status);
  // If an order with an advance was paid too late, the payment was the advance.
  const collectedPaise = isVoid && order.advance_paise > 0 ? order.advance_paise : order.total_paise - uncollectedPaise;
  const advancePaise = order.advance_paid === 1 ? order.advance_paise : 0;
  return {
    lines,
    subtotalPaise,
    discountPaise,
    deliveryPaise,
    deliveryTax,
    taxPaise: sum([...lines.map(({ tax }) => tax), deliveryTax].map(taxOf)),
    totalPaise,
    creditedPaise: order.total_paise - totalPaise,
    paidPaise: isPaid ? collectedPaise : advancePaise,
    toPayPaise: isPaid ? 0 : totalPaise - (advancePaise - owedPaise),
  };
}

/** Returns the credited part of the total, in paise, without reading the lines. */
export function creditedPaise(
  { order_status, total_paise }: Pick<AmountsOrder, 'order_status' | 'total_paise'>,
  credits: readonly Pick<OrderCredit, 'total_paise'>[],
): number {
  if (order_status === 'cancelled' && credits.length === 0) return total_paise;
  return sum(credits.map((credit) => credit.total_paise));
}

const ZERO_TAX: TaxParts = { rateBp: 0, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };

function currentLine(line: AmountsLine, credits: readonly OrderCredit[], isVoid: boolean): CurrentLine {
  const creditLines = credits.flatMap((credit) => credit.lines.filter(({ position }) => position === line.position));
  const tax = isVoid
    ? ZERO_TAX
    : creditLines.reduce(
        (remaining, creditLine) => subtractTaxParts(remaining, taxOfLine(creditLine)),
        taxOfPlacedLine(line),
      );
  const quantity = isVoid ? 0 : line.quantity - sum(creditLines.map((creditLine) => creditLine.quantity));
  const totalPaise = amountWithTax(tax);
  const piecesOrMetres = line.sell_unit === 'metre' ? toMetres(quantity) : quantity;
  // The price of a shorter length is rounded again. This must not make the discount negative.
  const subtotalPaise = Math.max(totalPaise, Math.round(line.price_paise * piecesOrMetres));
  return {
    position: line.position,
    quantity,
    subtotalPaise,
    discountPaise: subtotalPaise - totalPaise,
    tax,
    totalPaise,
  };
}

export function taxOfPlacedLine(line: AmountsLine): TaxParts {
  return { rateBp: line.tax_rate_bp, ...taxOfLine(line) };
}

type TaxColumns = Pick<AmountsLine, 'taxable_paise' | 'cgst_paise' | 'sgst_paise' | 'igst_paise'>;

export function taxOfLine({ taxable_paise, cgst_paise, sgst_paise, igst_paise }: TaxColumns): Omit<TaxParts, 'rateBp'> {
  return { taxablePaise: taxable_paise, cgstPaise: cgst_paise, sgstPaise: sgst_paise, igstPaise: igst_paise };
}

export function taxColumns({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: TaxParts): TaxColumns {
  return { taxable_paise: taxablePaise, cgst_paise: cgstPaise, sgst_paise: sgstPaise, igst_paise: igstPaise };
}

function subtractDelivery(remaining: TaxParts, { delivery_tax_json }: OrderCredit): TaxParts {
  return subtractTaxParts(remaining, JSON.parse(delivery_tax_json));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
