import type { OrderLineTable } from '#lib/db/tables/orders.ts';
import { formatPaise } from '#lib/money/money.ts';
import type { TaxParts } from '#lib/money/tax.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { type OrderAddress, PAYMENT_METHODS, PAYMENT_NAMES } from '#lib/orders/orders.ts';
import { shopSettings } from '#lib/shop/shop-settings.ts';

/** What a GST invoice says (product.md, "Cart and checkout"), the same on the print page and in the PDF. Pure. */

export interface InvoiceRow {
  what: string;
  hsn: string;
  amount: string;
  taxable: string;
  rate: string;
  cgst: string;
  sgst: string;
  igst: string;
  total: string;
}

export interface Invoice {
  number: string;
  date: string;
  orderNumber: string;
  orderDate: string;
  seller: string[];
  buyer: string[];
  placeOfSupply: string;
  payment: string;
  rows: InvoiceRow[];
  /** Of all rows, in the same columns. */
  sum: Omit<InvoiceRow, 'what' | 'hsn' | 'amount' | 'rate'>;
  isSameState: boolean;
}

/** Transport of goods, in the codes of services. */
const DELIVERY_SAC = '996812';
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' });

export function invoiceOf(order: OrderRow, lines: readonly OrderLineTable[]): Invoice {
  const address: OrderAddress = JSON.parse(order.address_json);
  const delivery: TaxParts = JSON.parse(order.delivery_tax_json);
  const parts = [...lines.map(partsOfLine), ...(order.delivery_paise > 0 ? [delivery] : [])];
  const rows = lines.map((line) =>
    rowOf(line.name + (line.variant ? `, ${line.variant}` : ''), line.hsn ?? '', amountOf(line), partsOfLine(line)),
  );
  if (order.delivery_paise > 0) rows.push(rowOf('Delivery', DELIVERY_SAC, '1', delivery));
  return {
    number: order.invoice_number ?? '',
    date: day.format(order.invoice_at ?? order.created_at),
    orderNumber: order.number,
    orderDate: day.format(order.created_at),
    seller: [
      shopSettings.legalName,
      shopSettings.address.address,
      `GSTIN ${shopSettings.gstin}`,
      shopSettings.address.email,
    ],
    buyer: [
      address.name,
      [address.house, address.street].join(', '),
      address.landmark,
      `${address.city}, ${address.state} ${address.pincode}`,
      `+91 ${address.mobile}`,
    ].filter(Boolean),
    placeOfSupply: address.state,
    payment: `${PAYMENT_METHODS[order.payment_method]}${order.payment_method === order.payment_status ? '' : `, ${PAYMENT_NAMES[order.payment_status].toLowerCase()}`}`,
    rows,
    sum: {
      taxable: formatPaise(sum(parts, 'taxablePaise')),
      cgst: formatPaise(sum(parts, 'cgstPaise')),
      sgst: formatPaise(sum(parts, 'sgstPaise')),
      igst: formatPaise(sum(parts, 'igstPaise')),
      total: formatPaise(order.total_paise),
    },
    isSameState: sum(parts, 'igstPaise') === 0,
  };
}

function partsOfLine(line: OrderLineTable): TaxParts {
  return {
    rateBp: line.tax_rate_bp,
    taxablePaise: line.taxable_paise,
    cgstPaise: line.cgst_paise,
    sgstPaise: line.sgst_paise,
    igstPaise: line.igst_paise,
  };
}

function rowOf(what: string, hsn: string, amount: string, tax: TaxParts): InvoiceRow {
  const total = tax.taxablePaise + tax.cgstPaise + tax.sgstPaise + tax.igstPaise;
  return {
    what,
    hsn,
    amount,
    taxable: formatPaise(tax.taxablePaise),
    rate: `${tax.rateBp / 100} %`,
    cgst: formatPaise(tax.cgstPaise),
    sgst: formatPaise(tax.sgstPaise),
    igst: formatPaise(tax.igstPaise),
    total: formatPaise(total),
  };
}

function amountOf({ sell_unit, quantity }: OrderLineTable): string {
  return sell_unit === 'metre' ? `${quantity / 100} m` : String(quantity);
}

function sum(parts: readonly TaxParts[], of: 'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise'): number {
  return parts.reduce((paise, part) => paise + part[of], 0);
}
