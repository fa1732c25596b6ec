import type { CsvCell } from '#lib/platform/csv.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { stateWithCode } from '#lib/primitives/state-codes.ts';
import { saleTitle, type TaxedAmount } from '#lib/sales/invoices/tax-document.ts';
import { sumsByRate, type TaxSum } from '#lib/sales/money-reports/tax-sum.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { PAYMENT_METHODS } from '#lib/sales/orders/record/orders.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';
import { isSameState } from '#lib/shop/money/tax.ts';
import { amountWithTax } from '#lib/shop/money/tax-share.ts';

export interface ReportedDocument {
  order: OrderRow;
  /** The place of supply. */
  state: string;
  /** −1 for a credit note, and 1 for an invoice. */
  sign: 1 | -1;
  number: string;
  /** The date of the document, in epoch ms. */
  at: number;
  amounts: TaxedAmount[];
}

interface Row extends ReportedDocument {
  isInterState: boolean;
  rateBp: number;
  tax: TaxSum;
}

/** Amounts are in rupees. The taxable value and the taxes add up to the total. */
const COLUMNS: readonly (readonly [heading: string, cellOf: (row: Row) => CsvCell])[] = [
  ['Document', ({ order, sign }) => (sign === -1 ? 'Credit note' : saleTitle(order))],
  ['Number', ({ number }) => number],
  ['Date', ({ at }) => indianIsoDay(at)],
  ['Against invoice', ({ order, sign }) => (sign === -1 ? (order.invoice_number ?? '') : '')],
  ['Order', ({ order }) => order.number],
  ['Order date', ({ order }) => indianIsoDay(order.created_at)],
  ['Payment method', ({ order }) => PAYMENT_METHODS[order.payment_method]],
  ['Place of supply', ({ state }) => stateWithCode(state)],
  ['Type', ({ isInterState }) => (isInterState ? 'Inter-state' : 'Intra-state')],
  ['Rate %', ({ rateBp }) => rateBp / 100],
  ['Taxable value', ({ sign, tax }) => rupees(sign * tax.taxablePaise)],
  ['CGST', ({ sign, tax }) => rupees(sign * tax.cgstPaise)],
  ['SGST', ({ sign, tax }) => rupees(sign * tax.sgstPaise)],
  ['IGST', ({ sign, tax }) => rupees(sign * tax.igstPaise)],
  ['Total', ({ sign, tax }) => rupees(sign * amountWithTax(tax))],
  ['GSTIN of the buyer', ({ order }) => order.buyer_gstin ?? ''],
];

export const DOCUMENT_HEADINGS = COLUMNS.map(([heading]) => heading);

/** Returns one line for each tax rate of a document. */
export function documentLines(document: ReportedDocument, shopState: string): CsvCell[][] {
  const { amounts, state } = document;
  const hasIgst = amounts.some(({ tax }) => tax.igstPaise > 0);
  const isIntraState = amounts.some(({ tax }) => tax.cgstPaise > 0) || isSameState(state, shopState);
  return sumsByRate(amounts).map((sum) => {
    const row = { ...document, ...sum, isInterState: hasIgst || !isIntraState };
    return COLUMNS.map(([, cellOf]) => cellOf(row));
  });
}

function rupees(paise: number): number {
  // Without this condition, the amount could be -0.
  return paise === 0 ? 0 : paiseToRupees(paise);
}
