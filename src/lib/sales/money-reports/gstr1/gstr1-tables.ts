import { stateWithCode } from '#lib/primitives/state-codes.ts';
import type { Gstr1, LargeDocument } from '#lib/sales/money-reports/gstr1/gstr1.ts';
import { percent, portalDay, portalQuantity } from '#lib/sales/money-reports/gstr1/gstr1-json.ts';
import type { ReportColumn, ReportTable } from '#lib/sales/money-reports/report-table.ts';

export const GSTR1_TABLE_NAMES = ['5', '7', '8', '9B', '12', '13'] as const;
export type Gstr1TableName = (typeof GSTR1_TABLE_NAMES)[number];

interface Gstr1Table {
  title: string;
  tableOf(gstr1: Gstr1): ReportTable;
}

const TAXABLE: ReportColumn = ['Taxable value', 'rupees'];
const IGST: ReportColumn = ['IGST', 'rupees'];
const RATE: ReportColumn = ['Rate %', 'number'];
const PLACE: ReportColumn = ['Place of supply', 'text'];
const ALL_TAX: readonly ReportColumn[] = [TAXABLE, IGST, ['CGST', 'rupees'], ['SGST', 'rupees']];

/** The tables that can have rows, by their number in the form. */
export const GSTR1_TABLES: Record<Gstr1TableName, Gstr1Table> = {
  5: { title: 'Large invoices to other states', tableOf: ({ large }) => documents('Invoice', large) },
  7: {
    title: 'Other sales, less credit notes',
    tableOf: ({ others }) => ({
      columns: [PLACE, ['Type', 'text'], RATE, ...ALL_TAX],
      rows: others.map(({ state, isInterState, rateBp, tax }) => [
        ...[stateWithCode(state), typeOf(isInterState), percent(rateBp)],
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
      rows: nilRated.map(({ isInterState, paise }) => [typeOf(isInterState), paise]),
    }),
  },
  '9B': {
    title: 'Credit notes for large invoices',
    tableOf: ({ largeNotes }) => documents('Credit note', largeNotes),
  },
  12: {
    title: 'By HSN, less credit notes',
    tableOf: ({ hsn }) => ({
      columns: [['HSN', 'text'], ['Unit', 'text'], ['Quantity', 'number'], RATE, ...ALL_TAX],
      rows: hsn.map((row) => {
        const { uqc, qty } = portalQuantity(row);
        const { taxablePaise, igstPaise, cgstPaise, sgstPaise } = row.tax;
        return [row.hsn, uqc, qty, percent(row.rateBp), taxablePaise, igstPaise, cgstPaise, sgstPaise];
      }),
    }),
  },
  13: {
    title: 'Documents issued',
    tableOf: ({ issued }) => ({
      columns: [
        ['Document', 'text'],
        ['From', 'text'],
        ['To', 'text'],
        ['Issued', 'number'],
        ['Cancelled', 'number'],
      ],
      rows: issued.map(({ document, from, to, count }) => [
        ...[document === 'invoice' ? 'Invoices for outward supply' : 'Credit notes', from, to, count, 0],
      ]),
    }),
  },
};

function typeOf(isInterState: boolean): string {
  return isInterState ? 'Inter-state' : 'Intra-state';
}

function documents(kind: string, all: readonly LargeDocument[]): ReportTable {
  return {
    columns: [[kind, 'text'], ['Date', 'text'], ['Value', 'rupees'], PLACE, RATE, TAXABLE, IGST],
    rows: all.flatMap(({ number, at, valuePaise, state, rates }) =>
      rates.map(({ rateBp, tax }) => [
        ...[number, portalDay(at), valuePaise, stateWithCode(state), percent(rateBp)],
        ...[tax.taxablePaise, tax.igstPaise],
      ]),
    ),
  };
}
