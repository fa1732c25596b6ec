import type { Supply } from '#lib/sales/money-reports/supply.ts';
import { isZero, sortableRate, sumsBy, type TaxSum } from '#lib/sales/money-reports/tax-sum.ts';
import { collectsTax } from '#lib/shop/money/tax-scheme.ts';

/** The tables of form GSTR-1. Buyers with a GSTIN are businesses (B2B); all other buyers are consumers (B2C). */
export interface Gstr1 {
  /** Table 4: each invoice with a taxed amount to a business. */
  businessInvoices: BusinessDocument[];
  /** Table 5: each large invoice to another state. */
  largeInvoices: ListedDocument[];
  /** Table 7: all other taxed sales to consumers, less their credit notes. */
  otherSupplies: OtherSupply[];
  /** Table 8: sales with a rate of 0 %, less their credit notes. */
  nilRated: NilRated[];
  /** Table 9B: each credit note for a large invoice. */
  largeNotes: ListedDocument[];
  /** Table 9B: each credit note with a taxed amount for an invoice to a business. */
  businessNotes: BusinessDocument[];
  /** Table 12: sales by HSN, less their credit notes. */
  hsn: HsnRow[];
  /** Table 13: the first and last numbers of the month's documents, by series. */
  issuedNumbers: IssuedNumbers[];
}

/** A document that the form lists individually. */
export interface ListedDocument {
  number: string;
  /** The date of the document, in epoch ms. */
  at: number;
  valuePaise: number;
  state: string;
  /** The taxed amounts by rate. */
  rates: { rateBp: number; tax: TaxSum }[];
}

export interface BusinessDocument extends ListedDocument {
  /** The GSTIN of the buyer. */
  gstin: string;
  /** The name of the buyer's business. */
  name: string;
}

export type OtherSupply = Pick<Supply, 'state' | 'isInterState' | 'rateBp' | 'tax'>;

export type NilRated = Pick<Supply, 'isInterState' | 'isBusiness'> & { paise: number };

export type HsnRow = Pick<Supply, 'isBusiness' | 'hsn' | 'unit' | 'quantity' | 'rateBp' | 'tax'>;

export interface IssuedNumbers {
  document: Supply['document'];
  from: string;
  to: string;
  count: number;
}

/** Returns the form for tax invoices and their credit notes. Bills of supply are not part of the form. */
export function gstr1Of(
  allSupplies: readonly Supply[],
  tables: Omit<Gstr1, 'otherSupplies' | 'nilRated' | 'hsn'>,
): Gstr1 {
  const supplies = allSupplies.filter(({ scheme }) => collectsTax(scheme));
  const consumerSupplies = supplies.filter(({ isBusiness }) => !isBusiness);
  return {
    ...tables,
    otherSupplies: otherSupplies(consumerSupplies, tables.largeInvoices, tables.largeNotes),
    nilRated: nilRated(supplies),
    hsn: hsnRows(supplies),
  };
}

type SupplyPart = Pick<Supply, 'state' | 'isInterState' | 'rateBp' | 'sign' | 'tax'>;

function otherSupplies(
  supplies: readonly Supply[],
  largeInvoices: readonly ListedDocument[],
  largeNotes: readonly ListedDocument[],
): OtherSupply[] {
  const parts: SupplyPart[] = [
    ...supplies,
    ...largeInvoices.flatMap(reverseSupplies(-1)),
    ...largeNotes.flatMap(reverseSupplies(1)),
  ];
  return sumsBy(
    parts.filter(({ rateBp }) => rateBp > 0),
    ({ state, isInterState, rateBp }) => ({ state, isInterState, rateBp }),
    ({ state, isInterState, rateBp }) => `${isInterState ? 1 : 0} ${state} ${sortableRate(rateBp)}`,
  ).flatMap(({ key, tax }) => (isZero(tax) ? [] : [{ ...key, tax }]));
}

/**
 * Returns a function that returns the amounts of a document with the opposite sign, so that a document in another table
 * is not counted twice. `sign` is −1 for invoices and 1 for credit notes.
 */
function reverseSupplies(sign: 1 | -1) {
  return ({ state, rates }: ListedDocument): SupplyPart[] =>
    rates.map((taxOfRate) => ({ ...taxOfRate, state, isInterState: true, sign }));
}

function nilRated(supplies: readonly Supply[]): NilRated[] {
  return sumsBy(
    supplies.filter(({ rateBp }) => rateBp === 0),
    ({ isInterState, isBusiness }) => ({ isInterState, isBusiness }),
    ({ isInterState, isBusiness }) => `${isBusiness ? 0 : 1} ${isInterState}`,
  ).flatMap(({ key, tax }) => (isZero(tax) ? [] : [{ ...key, paise: tax.taxablePaise }]));
}

function hsnRows(supplies: readonly Supply[]): HsnRow[] {
  return sumsBy(
    supplies,
    ({ isBusiness, hsn, unit, rateBp }) => ({ isBusiness, hsn, unit, rateBp }),
    ({ isBusiness, hsn, unit = '', rateBp }) => `${isBusiness ? 0 : 1} ${hsn} ${unit} ${sortableRate(rateBp)}`,
  ).flatMap(({ key, rows, tax }) => {
    const quantity = rows.reduce((sum, row) => sum + row.sign * row.quantity, 0);
    return quantity === 0 && isZero(tax) ? [] : [{ ...key, quantity, tax }];
  });
}

/** Returns the taxable value of goods without an HSN, in paise. The portal rejects rows without an HSN. */
export function missingHsnPaise({ hsn }: Pick<Gstr1, 'hsn'>): number {
  return hsn.reduce((sum, row) => sum + (row.hsn === '' ? row.tax.taxablePaise : 0), 0);
}
