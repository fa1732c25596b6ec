import type { TaxScheme } from '#lib/platform/db/tables/orders.ts';
import { indianShortDay } from '#lib/primitives/indian-time.ts';
import { stateWithCode } from '#lib/primitives/state-codes.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { type BusinessBuyer, businessBuyerOf } from '#lib/sales/orders/record/business-buyer.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { paymentMethodName } from '#lib/sales/orders/record/orders.ts';
import { formatPaise } from '#lib/shop/money/money.ts';
import { rupeeWords } from '#lib/shop/money/rupee-words.ts';
import { isSameState, type TaxParts } from '#lib/shop/money/tax.ts';
import { collectsTax } from '#lib/shop/money/tax-scheme.ts';
import { amountWithTax } from '#lib/shop/money/tax-share.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

/** Tax invoices, bills of supply and credit notes (CGST rules 46, 49 and 53), as content for a page and a PDF. */

export interface DocumentRow {
  description: string;
  subLines: string[];
  hsn: string;
  quantity: string;
  unitPrice: string;
  discount: string;
  taxable: string;
  rate: string;
  cgst: string;
  sgst: string;
  igst: string;
  total: string;
}

export interface TaxDocument {
  title: 'Tax invoice' | 'Bill of supply' | 'Credit note';
  scheme: TaxScheme;
  /** The text below the title. */
  remark: string;
  number: string;
  date: string;
  /** Details of the document, such as its date, order and payment method. */
  details: [label: string, value: string][];
  seller: string[];
  buyer: string[];
  rows: DocumentRow[];
  sum: Pick<DocumentRow, 'discount' | 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total'>;
  /** Whether the tax is split into CGST and SGST. */
  isSplitTax: boolean;
  totalLabel: 'Total' | 'Credited';
  amountInWords: string;
  notes: string[];
}

export interface TaxedAmount {
  description: string;
  subLines?: string[];
  hsn: string;
  quantity: string;
  /** The price per piece or metre, with tax, in paise. Undefined if the row is only an amount. */
  unitPaise?: number;
  discountPaise: number;
  tax: TaxParts;
}

type DocumentHead = Pick<TaxDocument, 'title' | 'number' | 'date' | 'details'>;

/** Returns the title of the document for a shipped order. Only sellers who collect GST issue tax invoices. */
export function saleTitle({ tax_scheme }: Pick<OrderRow, 'tax_scheme'>): 'Tax invoice' | 'Bill of supply' {
  return collectsTax(tax_scheme) ? 'Tax invoice' : 'Bill of supply';
}

/** Returns the content of a document. `seller` contains the seller's details on the date of the document. */
export function taxDocument(
  order: OrderRow,
  head: DocumentHead,
  amounts: readonly TaxedAmount[],
  seller: ShopSettings,
): TaxDocument {
  const address: OrderAddress = JSON.parse(order.address_json);
  const totalPaise = sum(amounts, ({ tax }) => amountWithTax(tax));
  return {
    ...head,
    scheme: order.tax_scheme,
    remark: REMARKS[order.tax_scheme],
    details: detailsOf(order, head, address),
    seller: sellerLines(seller, order.tax_scheme),
    buyer: buyerLines(address, businessBuyerOf(order)),
    rows: amounts.map(rowOf),
    sum: {
      discount: formatPaise(sum(amounts, ({ discountPaise }) => discountPaise)),
      ...taxTexts(amounts),
      total: formatPaise(totalPaise),
    },
    isSplitTax: isSplitTax(amounts, address.state, seller),
    totalLabel: head.title === 'Credit note' ? 'Credited' : 'Total',
    amountInWords: rupeeWords(totalPaise),
    notes: [collectsTax(order.tax_scheme) ? `${IN_RUPEES} Unit prices include GST.` : IN_RUPEES, COMPUTER_GENERATED],
  };
}

/** The wording of CGST rule 5(1)(f), required at the top of each bill of supply of a composition taxpayer. */
const COMPOSITION_REMARK = 'composition taxable person, not eligible to collect tax on supplies';

const REMARKS: Record<TaxScheme, string> = {
  regular: '',
  composition: COMPOSITION_REMARK,
  unregistered: 'The seller is not registered under GST, and charges no tax.',
};

const IN_RUPEES = 'Amounts are in rupees.';
const COMPUTER_GENERATED = 'This is a computer-generated document and needs no signature.';

function detailsOf(order: OrderRow, head: DocumentHead, address: OrderAddress): TaxDocument['details'] {
  const isTaxed = collectsTax(order.tax_scheme);
  return [
    [DATE_LABELS[head.title], head.date],
    ...head.details,
    ['Order', `${order.number} of ${indianShortDay(order.created_at)}`],
    ...(isTaxed ? [['Place of supply', stateWithCode(address.state)] as [string, string]] : []),
    ['Payment', paymentMethodName(order)],
    ...(isTaxed ? [['Tax payable on reverse charge', 'No'] as [string, string]] : []),
  ];
}

const DATE_LABELS: Record<TaxDocument['title'], string> = {
  'Tax invoice': 'Invoice date',
  'Bill of supply': 'Date',
  'Credit note': 'Credit note date',
};

function sellerLines({ name, legalName, address, state, gstin }: ShopSettings, scheme: TaxScheme): string[] {
  const gstinLines = gstin && scheme !== 'unregistered' ? [`GSTIN ${gstin}`] : [];
  const lines = [name, legalName, address.address, `State: ${stateWithCode(state.name)}`, ...gstinLines, address.email];
  return lines.filter(Boolean);
}

function buyerLines(address: OrderAddress, business: BusinessBuyer | undefined): string[] {
  return [
    ...(business ? [business.name, `GSTIN ${business.gstin}`] : []),
    address.name,
    [address.house, address.street].join(', '),
    address.landmark,
    `${address.city}, ${address.state} ${address.pincode}`,
    `State: ${stateWithCode(address.state)}`,
    `+91 ${address.mobile}`,
  ].filter(Boolean);
}

/**
 * Returns whether the tax is split into CGST and SGST. If there is no tax, returns whether the buyer and the seller are
 * in the same state.
 */
function isSplitTax(amounts: readonly TaxedAmount[], state: string, seller: ShopSettings): boolean {
  if (sum(amounts, ({ tax }) => tax.igstPaise) > 0) return false;
  return sum(amounts, ({ tax }) => tax.cgstPaise) > 0 || isSameState(state, seller.state.name);
}

function taxTexts(amounts: readonly TaxedAmount[]) {
  const sumText = (part: keyof TaxParts) => formatPaise(sum(amounts, ({ tax }) => tax[part]));
  return {
    taxable: sumText('taxablePaise'),
    cgst: sumText('cgstPaise'),
    sgst: sumText('sgstPaise'),
    igst: sumText('igstPaise'),
  };
}

function rowOf(amount: TaxedAmount): DocumentRow {
  const { description, subLines = [], hsn, quantity, unitPaise, discountPaise, tax } = amount;
  return {
    description,
    subLines,
    hsn,
    quantity,
    unitPrice: unitPaise === undefined ? '' : formatPaise(unitPaise),
    discount: formatPaise(discountPaise),
    rate: percent(tax.rateBp),
    ...taxTexts([amount]),
    total: formatPaise(amountWithTax(tax)),
  };
}

/** A cell with a text, and smaller lines below it (`subLines`). In a tax column, the only such line is the rate. */
export interface TableCell {
  text: string;
  subLines?: string[];
  isTax?: true;
}

export interface TaxTable {
  headings: string[];
  rows: TableCell[][];
  foot: string[];
}

export function taxTable(document: TaxDocument): TaxTable {
  const { rows, sum, isSplitTax } = document;
  if (!collectsTax(document.scheme)) return tableWithoutTax(document);
  const taxHeadings = isSplitTax ? ['CGST', 'SGST'] : ['IGST'];
  const sums = isSplitTax ? [sum.cgst, sum.sgst] : [sum.igst];
  return {
    headings: ['Goods', 'HSN / SAC', 'Quantity', 'Unit price', 'Discount', 'Taxable value', ...taxHeadings, 'Total'],
    rows: rows.map((row) => cellsOf(row, isSplitTax)),
    foot: ['Total', '', '', '', sum.discount, sum.taxable, ...sums, sum.total],
  };
}

/** Returns the table without tax. Leaves out HSN codes for unregistered sellers, who need not state the codes. */
function tableWithoutTax({ rows, sum, scheme }: TaxDocument): TaxTable {
  const ifHsnShown = <T>(cell: T): T[] => (scheme === 'unregistered' ? [] : [cell]);
  return {
    headings: ['Goods', ...ifHsnShown('HSN / SAC'), 'Quantity', 'Unit price', 'Discount', 'Total'],
    rows: rows.map(({ description, subLines, hsn, quantity, unitPrice, discount, total }) => [
      { text: description, subLines },
      ...[...ifHsnShown(hsn), quantity, unitPrice, discount, total].map((text) => ({ text })),
    ]),
    foot: ['Total', ...ifHsnShown(''), '', '', sum.discount, sum.total],
  };
}

function cellsOf(row: DocumentRow, isSplitTax: boolean): TableCell[] {
  const taxCell = (text: string, rate: string): TableCell => ({ text, subLines: [rate], isTax: true });
  const taxCells = isSplitTax
    ? [taxCell(row.cgst, halfRate(row.rate)), taxCell(row.sgst, halfRate(row.rate))]
    : [taxCell(row.igst, row.rate)];
  const plainCells = [row.hsn, row.quantity, row.unitPrice, row.discount, row.taxable].map((text) => ({ text }));
  return [{ text: row.description, subLines: row.subLines }, ...plainCells, ...taxCells, { text: row.total }];
}

function halfRate(rate: string): string {
  return percent((Number.parseFloat(rate) * 100) / 2);
}

function percent(rateBp: number): string {
  return `${rateBp / 100} %`;
}

function sum(amounts: readonly TaxedAmount[], paiseOf: (amount: TaxedAmount) => number): number {
  return amounts.reduce((paise, amount) => paise + paiseOf(amount), 0);
}
