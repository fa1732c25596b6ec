import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { businessDocuments } from '#lib/sales/money-reports/gstr1/business-documents.server.ts';
import { type Gstr1, gstr1Of, type IssuedNumbers } from '#lib/sales/money-reports/gstr1/gstr1.ts';
import { largeDocuments } from '#lib/sales/money-reports/gstr1/large-documents.server.ts';
import type { Month, Period } from '#lib/sales/money-reports/month.ts';
import { suppliesOf } from '#lib/sales/money-reports/supplies.server.ts';
import { collectsTax, taxSchemeOf } from '#lib/shop/money/tax-scheme.ts';
import { shopSettingsAt } from '#lib/shop/settings/shop-settings.server.ts';

export interface Gstr1OfMonth extends Gstr1 {
  month: Month;
  /** The GSTIN at the end of the month or, if there is none, at the start of the month. May be empty. */
  gstin: string;
  /**
   * Whether the shop has to file form GSTR-1: the shop is a regular taxpayer at the end of the month, or the month has
   * tax invoices or credit notes for tax invoices.
   */
  isFilingRequired: boolean;
}

/** Reads the content of form GSTR-1 for a month. */
export async function readGstr1(db: ShopDatabase, month: Month): Promise<Gstr1OfMonth> {
  const [supplies, largeTables, businessTables, ranges, seller, sellerAtStart] = await Promise.all([
    suppliesOf(db, month),
    largeDocuments(db, month),
    businessDocuments(db, month),
    issuedNumbers(db, month),
    shopSettingsAt(db, month.to - 1),
    shopSettingsAt(db, month.from),
  ]);
  return {
    month,
    gstin: seller.gstin || sellerAtStart.gstin,
    isFilingRequired: collectsTax(taxSchemeOf(seller)) || ranges.length > 0,
    ...gstr1Of(supplies, { ...largeTables, ...businessTables, issuedNumbers: ranges }),
  };
}

/**
 * Reads the first number, the last number and the count of each series. Numbers that differ only in their last six
 * digits form one series. A new financial year or prefix begins another series.
 */
async function issuedNumbers({ read }: ShopDatabase, { from, to }: Period): Promise<IssuedNumbers[]> {
  type Row = { first: string; last: string; count: number | string };
  const rangesOf = (numberColumn: ReturnType<typeof sql.ref>, fromAndWhere: ReturnType<typeof sql>) =>
    sql<Row>`
    select substr(${numberColumn}, 1, length(${numberColumn}) - 6) as series, min(${numberColumn}) as first,
      max(${numberColumn}) as last, count(*) as count
    ${fromAndWhere} and ${numberColumn} is not null and orders.tax_scheme = 'regular' group by 1 order by 2`.execute(
      read,
    );
  const [invoices, notes] = await Promise.all([
    rangesOf(sql.ref('orders.invoice_number'), sql`from orders where invoice_at >= ${from} and invoice_at < ${to}`),
    rangesOf(
      sql.ref('order_credit.note_number'),
      sql`from order_credit inner join orders on orders.id = order_credit.order_id
        where note_at >= ${from} and note_at < ${to}`,
    ),
  ]);
  const toRange = (document: IssuedNumbers['document']) => (row: Row) => ({
    ...{ document, from: row.first, to: row.last },
    count: Number(row.count),
  });
  return [...invoices.rows.map(toRange('invoice')), ...notes.rows.map(toRange('note'))];
}
