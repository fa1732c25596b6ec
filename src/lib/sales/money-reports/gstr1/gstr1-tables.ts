import { stateWithCode } from '#lib/primitives/state-codes.ts';
import type { BusinessDocument, Gstr1, ListedDocument } from '#lib/sales/money-reports/gstr1/gstr1.ts';
import { percent, portalDate, portalQuantity } from '#lib/sales/money-reports/gstr1/gstr1-json.ts';
import type { ReportColumn, ReportTable } from '#lib/sales/money-reports/report-table.ts';

export const GSTR1_TABLE_NAMES = ['4', '5', '7', '8', '9B-business', '9B', '12', '13'] as const;
export type Gstr1TableName = (typeof GSTR1_TABLE_NAMES)[number];

const TAXABLE_VALUE: ReportColumn = ['Taxable value', 'rupees'];
const IGST: ReportColumn = ['IGST', 'rupees'];
const RATE: ReportColumn = ['Rate %', 'number'];
const PLACE: ReportColumn = ['Place of supply', 'text'];
const TAX_COLUMNS: readonly ReportColumn[] = [TAXABLE_VALUE, IGST, ['CGST', 'rupees'], ['SGST', 'rupees']];

/** The tables of form GSTR-1 that can have rows, by table number. */
export const GSTR1_TABLES: Record<Gstr1TableName, { title: string; tableOf(gstr1: Gstr1): ReportTable }> = {
  4: { title: 'Invoices to businesses', tableOf: ({ businessInvoices }) => businessTable('Invoice', businessInvoices) },
  5: {
    title: 'Large invoices to other states',
    tableOf: ({ largeInvoices }) => documentTable('Invoice', largeInvoices),
  },
  7: {
    title: 'Other sales, less credit notes',
    tableOf: ({ otherSupplies }) => ({
      columns: [PLACE, ['Type', 'text'], RATE, ...TAX_COLUMNS],
      rows: otherSupplies.map(({ state, isInterState, rateBp, tax }) => [
        ...[stateWithCode(state), supplyTypeText(isInterState), percent(rateBp)],
        ...[tax.taxablePaise, tax.igstPaise, tax.cgstPaise, tax.sgstPaise],
      ]),
    }),
  },
  8: {
    title: 'Nil rated, less credit notes',
    tableOf: ({ nilRated }) => ({
      columns: [
        ['Type', 'text'],
        ['Nil rated', 'total'],
      ],
      rows: nilRated.map(({ isInterState, isBusiness, paise }) => [
        `${supplyTypeText(isInterState)}${isBusiness ? ', to businesses' : ''}`,
        paise,
      ]),
    }),
  },
  '9B-business': {
    title: 'Credit notes to businesses',
    tableOf: ({ businessNotes }) => businessTable('Credit note', businessNotes),
  },
  '9B': {
    title: 'Credit notes for large invoices',
    tableOf: ({ largeNotes }) => documentTable('Credit note', largeNotes),
  },
  12: {
    title: 'By HSN, less credit notes',
    tableOf: ({ hsn }) => {
      // The portal has a separate table for sales to businesses.
      const hasBusinesses = hsn.some(({ isBusiness }) => isBusiness);
      const columns: ReportColumn[] = [['HSN', 'text'], ['Unit', 'text'], ['Quantity', 'number'], RATE, ...TAX_COLUMNS];
      return {
        columns: hasBusinesses ? [...columns, ['Sold to', 'text']] : columns,
        rows: hsn.map((row) => {
          const { uqc, qty } = portalQuantity(row);
          const { taxablePaise, igstPaise, cgstPaise, sgstPaise } = row.tax;
          const cells = [row.hsn, uqc, qty, percent(row.rateBp), taxablePaise, igstPaise, cgstPaise, sgstPaise];
          return hasBusinesses ? [...cells, row.isBusiness ? 'Businesses' : 'Consumers'] : cells;
        }),
      };
    },
  },
  13: {
    title: 'Documents issued',
    tableOf: ({ issuedNumbers }) => ({
      columns: [
        ['Document', 'text'],
        ['From', 'text'],
        ['To', 'text'],
        ['Issued', 'number'],
        ['Cancelled', 'number'],
      ],
      rows: issuedNumbers.map(({ document, from, to, count }) => [
        ...[document === 'invoice' ? 'Invoices for outward supply' : 'Credit notes', from, to, count, 0],
      ]),
    }),
  },
};

function supplyTypeText(isInterState: boolean): string {
  return isInterState ? 'Inter-state' : 'Intra-state';
}

function businessTable(kind: string, documents: readonly BusinessDocument[]): ReportTable {
  return {
    columns: [
      [kind, 'text'],
      ['GSTIN', 'text'],
      ['Business', 'text'],
      ['Date', 'text'],
      ['Value', 'rupees'],
      PLACE,
      RATE,
      ...TAX_COLUMNS,
    ],
    rows: documents.flatMap(({ number, gstin, name, at, valuePaise, state, rates }) =>
      rates.map(({ rateBp, tax }) => [
        ...[number, gstin, name, portalDate(at), valuePaise, stateWithCode(state), percent(rateBp)],
        ...[tax.taxablePaise, tax.igstPaise, tax.cgstPaise, tax.sgstPaise],
      ]),
    ),
  };
}

function documentTable(kind: string, documents: readonly ListedDocument[]): ReportTable {
  return {
    columns: [[kind, 'text'], ['Date', 'text'], ['Value', 'rupees'], PLACE, RATE, TAXABLE_VALUE, IGST],
    rows: documents.flatMap(({ number, at, valuePaise, state, rates }) =>
      rates.map(({ rateBp, tax }) => [
        ...[number, portalDate(at), valuePaise, stateWithCode(state), percent(rateBp)],
        ...[tax.taxablePaise, tax.igstPaise],
      ]),
    ),
  };
}
