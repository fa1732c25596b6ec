import type { SellUnit } from '#lib/primitives/metres.ts';
import type { Supply } from '#lib/sales/money-reports/supply.ts';
import { isZero, sumsBy, type TaxSum } from '#lib/sales/money-reports/tax-sum.ts';
import { collectsTax } from '#lib/shop/money/tax-scheme.ts';

/** The tables of form GSTR-1. Buyers with a GSTIN are businesses (B2B), all others consumers (B2C). */
export interface Gstr1 {
  /** 4: each invoice with a taxed amount to a business. */
  business: BusinessDocument[];
  /** 5: each large invoice to another state. */
  large: ListedDocument[];
  /** 7: all other taxed sales to consumers, less the credit notes. */
  others: OtherSupply[];
  /** 8: goods with a rate of 0 %, less the credit notes. */
  nilRated: NilRated[];
  /** 9B: each credit note for a large invoice. */
  largeNotes: ListedDocument[];
  /** 9B: each credit note with a taxed amount for an invoice to a business. */
  businessNotes: BusinessDocument[];
  /** 12: by HSN, less the credit notes. */
  hsn: HsnRow[];
  /** 13: the first and last numbers of the month's documents, by series. */
  issued: IssuedNumbers[];
}

/** A document that the form lists individually. */
export interface ListedDocument {
  number: string;
  /** Epoch ms. */
  at: number;
  valuePaise: number;
  state: string;
  /** The taxed amounts by rate. */
  rates: { rateBp: number; tax: TaxSum }[];
}

export interface BusinessDocument extends ListedDocument {
  /** Of the buyer. */
  gstin: string;
  name: string;
}

export interface OtherSupply {
  state: string;
  isInterState: boolean;
  rateBp: number;
  tax: TaxSum;
}

export interface NilRated {
  isInterState: boolean;
  isBusiness: boolean;
  paise: number;
}

export interface HsnRow {
  isBusiness: boolean;
  hsn: string;
  /** Undefined for services, which have no quantity. */
  unit: SellUnit | undefined;
  /** In pieces or centimetres; 0 for services. */
  quantity: number;
  rateBp: number;
  tax: TaxSum;
}

export interface IssuedNumbers {
  document: Supply['document'];
  from: string;
  to: string;
  count: number;
}

type DocumentTables = Pick<Gstr1, 'business' | 'businessNotes' | 'large' | 'largeNotes' | 'issued'>;

/** The form, from tax invoices and the credit notes for them; bills of supply are not part of it. */
export function gstr1Of(all: readonly Supply[], tables: DocumentTables): Gstr1 {
  const supplies = all.filter(({ scheme }) => collectsTax(scheme));
  const toConsumers = supplies.filter(({ isBusiness }) => !isBusiness);
  return {
    ...tables,
    others: otherSupplies(toConsumers, tables.large, tables.largeNotes),
    nilRated: nilRated(supplies),
    hsn: hsnRows(supplies),
  };
}

type SupplyPart = Pick<Supply, 'state' | 'isInterState' | 'rateBp' | 'sign' | 'tax'>;

function otherSupplies(
  supplies: readonly Supply[],
  large: readonly ListedDocument[],
  largeNotes: readonly ListedDocument[],
): OtherSupply[] {
  const parts: SupplyPart[] = [...supplies, ...large.flatMap(reversed(-1)), ...largeNotes.flatMap(reversed(1))];
  return sumsBy(
    parts.filter(({ rateBp }) => rateBp > 0),
    ({ state, isInterState, rateBp }) => ({ state, isInterState, rateBp }),
    ({ state, isInterState, rateBp }) => `${isInterState ? 1 : 0} ${state} ${sortableRate(rateBp)}`,
  ).flatMap(({ key, tax }) => (isZero(tax) ? [] : [{ ...key, tax }]));
}

/** Cancels out documents that other tables list: `sign` is −1 for invoices and 1 for credit notes. */
function reversed(sign: 1 | -1) {
  return ({ state, rates }: ListedDocument): SupplyPart[] =>
    rates.map((row) => ({ ...row, state, isInterState: true, sign }));
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

/** The taxable value of goods without an HSN: the portal rejects a row without one. */
export function missingHsnPaise({ hsn }: Pick<Gstr1, 'hsn'>): number {
  return hsn.reduce((sum, row) => sum + (row.hsn === '' ? row.tax.taxablePaise : 0), 0);
}

function sortableRate(rateBp: number): string {
  return String(rateBp).padStart(5, '0');
}
