import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { indianShortDay } from '#lib/primitives/indian-time.ts';
import { toMetres } from '#lib/primitives/metres.ts';
import { DELIVERY_HSN, lineSubtotalPaise } from '#lib/sales/cart/cart-totals.ts';
import { PREPAID_DISCOUNT } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import { saleTitle, type TaxDocument, type TaxedAmount, taxDocument } from '#lib/sales/invoices/tax-document.ts';
import { type DeliveryPart, deliveryExtras } from '#lib/sales/orders/record/amount-parts.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { CREDIT_NAMES } from '#lib/sales/orders/record/credit.ts';
import {
  type AmountsOrder,
  type OrderCredit,
  orderAmounts,
  taxOfLine,
} from '#lib/sales/orders/record/order-amounts.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import type { TaxParts } from '#lib/shop/money/tax.ts';
import { amountWithTax, subtractTaxParts, taxShare } from '#lib/shop/money/tax-share.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

export function invoiceOf(
  order: OrderRow,
  lines: readonly OrderLineTable[],
  credits: readonly OrderCredit[],
  seller: ShopSettings,
): TaxDocument {
  const head = {
    title: saleTitle(order),
    number: order.invoice_number ?? '',
    date: indianShortDay(order.invoice_at ?? order.created_at),
    details: paymentDetails(order),
  };
  return taxDocument(order, head, invoiceAmounts(order, lines, credits), seller);
}

/** Returns details of the discount for paying online and of the advance, which the amounts don't show. */
function paymentDetails(order: OrderRow): TaxDocument['details'] {
  const details: TaxDocument['details'] = [];
  if (order.prepaid_discount_paise > 0) details.push([PREPAID_DISCOUNT, 'Part of the discounts']);
  if (order.payment_method === 'cod' && order.advance_paid === 1)
    details.push(['Paid online in advance', priceText(order.advance_paise)]);
  return details;
}

type InvoicedOrder = AmountsOrder & Pick<OrderRow, 'cod_fee_paise' | 'gift_wrap_paise' | 'delivery_paise'>;

/**
 * Returns the amounts in the rows of an invoice. Credits before shipping are deducted; later credits get a credit note.
 */
export function invoiceAmounts(
  order: InvoicedOrder,
  lines: readonly OrderLineTable[],
  credits: readonly OrderCredit[],
): TaxedAmount[] {
  const creditsBeforeShipping = credits.filter(({ note_number }) => note_number === null);
  // The order is treated as shipped, because a later cancellation must not void the invoice.
  const shippedAmounts = orderAmounts({ ...order, order_status: 'shipped' }, lines, creditsBeforeShipping);
  const goods = shippedAmounts.lines.flatMap(({ position, quantity, subtotalPaise, discountPaise, tax }) => {
    const line = lines.find((orderLine) => orderLine.position === position);
    if (!line || (quantity === 0 && subtotalPaise === 0)) return [];
    return [{ ...goodsOf(line, quantity), discountPaise, tax }];
  });
  return [...goods, ...deliveryRows(shippedAmounts.deliveryTax, deliveryExtras(order))];
}

export function creditNoteOf(
  order: OrderRow,
  lines: readonly OrderLineTable[],
  credit: OrderCredit,
  seller: ShopSettings,
): TaxDocument {
  const reason = [CREDIT_NAMES[credit.kind], credit.reason].filter(Boolean).join(': ');
  const head = {
    title: 'Credit note' as const,
    number: credit.note_number ?? '',
    date: indianShortDay(credit.note_at ?? credit.created_at),
    details: [
      [
        `Against ${saleTitle(order).toLowerCase()}`,
        `${order.invoice_number} of ${indianShortDay(order.invoice_at ?? order.created_at)}`,
      ],
      ['Reason', reason],
    ] satisfies TaxDocument['details'],
  };
  return taxDocument(order, head, creditNoteAmounts(order, lines, credit), seller);
}

/** Returns the amounts in the rows of a credit note. */
export function creditNoteAmounts(
  order: InvoicedOrder,
  lines: readonly OrderLineTable[],
  credit: OrderCredit,
): TaxedAmount[] {
  const goods = credit.lines.flatMap((creditLine) => {
    const line = lines.find((orderLine) => orderLine.position === creditLine.position);
    return line ? [creditedRow(line, creditLine)] : [];
  });
  const delivery: TaxParts = JSON.parse(credit.delivery_tax_json);
  // If only a part of the delivery is credited, the parts of the credit for the fee and the gift wrap are unknown.
  const extras = amountWithTax(delivery) === order.delivery_paise ? deliveryExtras(order) : [];
  return [...goods, ...deliveryRows(delivery, extras)];
}

/** Returns the row for a credited line. If only an amount is credited, the row has no quantity and no unit price. */
function creditedRow(line: OrderLineTable, creditLine: OrderCredit['lines'][number]): TaxedAmount {
  const tax = { rateBp: line.tax_rate_bp, ...taxOfLine(creditLine) };
  const row = goodsOf(line, creditLine.quantity);
  if (creditLine.quantity === 0) return { ...row, quantity: '', unitPaise: undefined, discountPaise: 0, tax };
  const { sell_unit: sellUnit, price_paise: pricePaise, hsn } = line;
  const pricedLine = { sellUnit, pricePaise, quantity: creditLine.quantity, hsn };
  return {
    ...row,
    discountPaise: Math.max(0, lineSubtotalPaise(pricedLine) - creditLine.total_paise),
    tax,
  };
}

function goodsOf(line: OrderLineTable, quantity: number): Omit<TaxedAmount, 'discountPaise' | 'tax'> {
  const preOrderTexts =
    line.pre_order_at === null ? [] : [`Pre-order, ships from ${indianShortDay(line.pre_order_at)}`];
  return {
    description: line.name,
    subLines: [line.variant, ...preOrderTexts].filter(Boolean),
    hsn: line.hsn ?? '',
    // The unit codes of GST returns.
    quantity: line.sell_unit === 'metre' ? `${toMetres(quantity)} MTR` : `${quantity} NOS`,
    unitPaise: line.price_paise,
  };
}

/**
 * Returns the rows for the delivery, the fee for cash on delivery and the gift wrap. The fee and the gift wrap are
 * taxed as parts of the delivery (docs/decisions/0093-gift-wrap.md).
 */
function deliveryRows(delivery: TaxParts, extras: readonly DeliveryPart[]): TaxedAmount[] {
  const rowsOf = (description: string, tax: TaxParts): TaxedAmount[] => {
    const unitPaise = amountWithTax(tax);
    return unitPaise > 0 ? [{ description, hsn: DELIVERY_HSN, quantity: '1', unitPaise, discountPaise: 0, tax }] : [];
  };
  let remaining = delivery;
  const extraRows = extras.flatMap(({ label, paise }) => {
    const share = taxShare(remaining, Math.min(paise, amountWithTax(remaining)));
    remaining = subtractTaxParts(remaining, share);
    return rowsOf(label, share);
  });
  return [...rowsOf('Delivery', remaining), ...extraRows];
}
