import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { type SellUnit, toMetres } from '#lib/primitives/metres.ts';
import { stateCode } from '#lib/primitives/state-codes.ts';
import type {
  BusinessDocument,
  Gstr1,
  HsnRow,
  IssuedNumbers,
  ListedDocument,
  OtherSupply,
} from '#lib/sales/money-reports/gstr1/gstr1.ts';
import type { Gstr1OfMonth } from '#lib/sales/money-reports/gstr1/read-gstr1.server.ts';
import type { TaxSum } from '#lib/sales/money-reports/tax-sum.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

/** The version of the GST portal's offline tool that writes this format. */
const TOOL_VERSION = 'GST3.2.4';
/** Place of supply 97 is "other territory". */
const UNKNOWN_PLACE = '97';

/** The portal's unit quantity codes for goods. Services have no quantity. */
const UNIT_CODES: Record<SellUnit, string> = { metre: 'MTR', piece: 'NOS' };

/** Returns the content of the file that the GST portal accepts under "Returns › GSTR-1 › Prepare offline › Upload". */
export function gstr1Json(gstr1: Gstr1OfMonth): object {
  const { gstin, month, businessInvoices, businessNotes, largeInvoices, nilRated, largeNotes, hsn } = gstr1;
  const [year, monthNumber] = month.key.split('-');
  const hsnOf = (toBusinesses: boolean) => hsn.filter(({ isBusiness }) => isBusiness === toBusinesses).map(hsnEntry);
  return {
    gstin,
    fp: `${monthNumber}${year}`,
    version: TOOL_VERSION,
    // The offline tool also writes this constant.
    hash: 'hash',
    ...(businessInvoices.length > 0 && { b2b: byBuyer(businessInvoices, 'inv', b2bInvoice) }),
    ...(largeInvoices.length > 0 && { b2cl: invoicesByPlace(largeInvoices) }),
    b2cs: gstr1.otherSupplies.map(otherSupply),
    ...(nilRated.length > 0 && { nil: { inv: nilRated.map(nilRatedSupply) } }),
    ...(businessNotes.length > 0 && { cdnr: byBuyer(businessNotes, 'nt', b2bNote) }),
    ...(largeNotes.length > 0 && { cdnur: largeNotes.map(largeNote) }),
    hsn: { hsn_b2b: hsnOf(true), hsn_b2c: hsnOf(false) },
    doc_issue: { doc_det: docDetails(gstr1.issuedNumbers) },
  };
}

function placeCode(state: string): string {
  return stateCode(state) ?? UNKNOWN_PLACE;
}

/** Returns a date in the format of the GST portal, such as 05-11-2026. */
export function portalDate(at: number): string {
  return indianIsoDay(at).split('-').reverse().join('-');
}

export function percent(rateBp: number): number {
  return rateBp / 100;
}

/** Returns the unit code and the quantity in that unit. For services, the code is `NA`. */
export function portalQuantity({ unit, quantity }: Pick<HsnRow, 'unit' | 'quantity'>): { uqc: string; qty: number } {
  if (unit === undefined) return { uqc: 'NA', qty: 0 };
  return { uqc: UNIT_CODES[unit], qty: unit === 'metre' ? toMetres(quantity) : quantity };
}

function byBuyer(
  documents: readonly BusinessDocument[],
  listKey: 'inv' | 'nt',
  entryOf: (document: BusinessDocument) => object,
): object[] {
  return [...Map.groupBy(documents, ({ gstin }) => gstin)].map(([ctin, documentsOfBuyer]) => ({
    ctin,
    [listKey]: documentsOfBuyer.map(entryOf),
  }));
}

/** The fields of a regular invoice without reverse charge. */
const REGULAR_INVOICE_FIELDS = { rchrg: 'N', inv_typ: 'R' };

function b2bInvoice({ number, at, valuePaise, state, rates }: BusinessDocument): object {
  return {
    inum: number,
    idt: portalDate(at),
    val: paiseToRupees(valuePaise),
    pos: placeCode(state),
    ...REGULAR_INVOICE_FIELDS,
    itms: itemsOf(rates),
  };
}

function b2bNote({ number, at, valuePaise, state, rates }: BusinessDocument): object {
  return {
    ...{ ntty: 'C', nt_num: number, nt_dt: portalDate(at), val: paiseToRupees(valuePaise), pos: placeCode(state) },
    ...{ ...REGULAR_INVOICE_FIELDS, itms: itemsOf(rates) },
  };
}

function invoicesByPlace(invoices: readonly ListedDocument[]): object[] {
  return [...Map.groupBy(invoices, ({ state }) => placeCode(state))].map(([pos, documents]) => ({
    pos,
    inv: documents.map(({ number, at, valuePaise, rates }) => ({
      inum: number,
      idt: portalDate(at),
      val: paiseToRupees(valuePaise),
      itms: itemsOf(rates),
    })),
  }));
}

function largeNote({ number, at, valuePaise, state, rates }: ListedDocument): object {
  return {
    ...{ typ: 'B2CL', ntty: 'C', nt_num: number, nt_dt: portalDate(at), val: paiseToRupees(valuePaise) },
    ...{ pos: placeCode(state), itms: itemsOf(rates) },
  };
}

function itemsOf(rates: ListedDocument['rates']): object[] {
  return rates.map(({ rateBp, tax }, index) => ({
    num: index + 1,
    itm_det: {
      rt: percent(rateBp),
      ...(tax.igstPaise > 0 ? interStateAmounts(tax) : intraStateAmounts(tax)),
      csamt: 0,
    },
  }));
}

function otherSupply({ state, isInterState, rateBp, tax }: OtherSupply): object {
  return {
    ...{ sply_ty: isInterState ? 'INTER' : 'INTRA', rt: percent(rateBp), typ: 'OE', pos: placeCode(state) },
    ...(isInterState ? interStateAmounts(tax) : intraStateAmounts(tax)),
    csamt: 0,
  };
}

function interStateAmounts({ taxablePaise, igstPaise }: TaxSum) {
  return { txval: paiseToRupees(taxablePaise), iamt: paiseToRupees(igstPaise) };
}

function intraStateAmounts({ taxablePaise, cgstPaise, sgstPaise }: TaxSum) {
  return { txval: paiseToRupees(taxablePaise), camt: paiseToRupees(cgstPaise), samt: paiseToRupees(sgstPaise) };
}

function nilRatedSupply({ isInterState, isBusiness, paise }: Gstr1['nilRated'][number]): object {
  const type = `${isInterState ? 'INTR' : 'INTRA'}${isBusiness ? 'B2B' : 'B2C'}`;
  return { sply_ty: type, nil_amt: paiseToRupees(paise), expt_amt: 0, ngsup_amt: 0 };
}

function hsnEntry(row: HsnRow, index: number): object {
  const { hsn, rateBp, tax } = row;
  return {
    ...{ num: index + 1, hsn_sc: hsn, desc: '', ...portalQuantity(row), rt: percent(rateBp) },
    ...{ ...intraStateAmounts(tax), iamt: paiseToRupees(tax.igstPaise), csamt: 0 },
  };
}

const DOCUMENT_TYPES = [
  { document: 'invoice', doc_num: 1, doc_typ: 'Invoices for outward supply' },
  { document: 'note', doc_num: 5, doc_typ: 'Credit Note' },
] as const;

function docDetails(issuedNumbers: readonly IssuedNumbers[]): object[] {
  return DOCUMENT_TYPES.flatMap(({ document, ...type }) => {
    const docs = issuedNumbers
      .filter((series) => series.document === document)
      // No number is ever cancelled, because numbers are assigned when documents are issued.
      .map(({ from, to, count }, index) => ({ num: index + 1, from, to, totnum: count, cancel: 0, net_issue: count }));
    return docs.length > 0 ? [{ ...type, docs }] : [];
  });
}
