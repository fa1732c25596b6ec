import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Month, Period } from '#lib/sales/money-reports/month.ts';
import {
  creditsBetween,
  type DayOfSales,
  ordersPlacedByDay,
  type Sales,
} from '#lib/sales/money-reports/sales.server.ts';
import { suppliesOf } from '#lib/sales/money-reports/supplies.server.ts';
import type { Supply } from '#lib/sales/money-reports/supply.ts';
import { isZero, sortableRate, sumOf, sumsBy } from '#lib/sales/money-reports/tax-sum.ts';

export type MonthReport = Awaited<ReturnType<typeof monthReport>>;

/** Reads the taxes of a month, by the dates of the documents, and the sales, by the dates of the orders. */
export async function monthReport(db: ShopDatabase, month: Month) {
  const [days, credits, supplies, counts] = await Promise.all([
    ordersPlacedByDay(db, month),
    creditsBetween(db, month),
    suppliesOf(db, month),
    countDocuments(db, month),
  ]);
  const taxOf = (document: Supply['document']) => sumOf(supplies.filter((supply) => supply.document === document));
  return {
    /** The orders that were placed on each day. */
    days,
    placedSales: totalOfDays(days),
    /** The credits of the month, for orders of any month. */
    credits,
    /** The number of documents, and the sum of their taxes. */
    invoices: { count: counts.invoices, tax: taxOf('invoice') },
    /** The credit notes, with positive amounts. */
    notes: { count: counts.notes, tax: sumOf(positiveNotes(supplies)) },
    /** The sums of the invoices less the credit notes. Credit notes are subtracted in the groups below, too. */
    netTax: sumOf(supplies),
    byRate: taxGroups(supplies, ({ rateBp }) => rateBp, sortableRate),
    byHsn: taxGroups(supplies, ({ hsn }) => hsn, String),
    byState: taxGroups(
      supplies,
      ({ state, isInterState }) => ({ state, isInterState }),
      ({ state, isInterState }) => `${state} ${isInterState}`,
    ),
  };
}

function positiveNotes(supplies: readonly Supply[]): Supply[] {
  return supplies.flatMap((supply) => (supply.document === 'note' ? [{ ...supply, sign: 1 as const }] : []));
}

function taxGroups<Key>(supplies: readonly Supply[], keyOf: (row: Supply) => Key, sortKeyOf: (key: Key) => string) {
  return sumsBy(supplies, keyOf, sortKeyOf)
    .map(({ key, tax }) => ({ key, tax }))
    .filter(({ tax }) => !isZero(tax));
}

function totalOfDays(days: readonly DayOfSales[]): Sales {
  return days.reduce((sum, { orders, paise }) => ({ orders: sum.orders + orders, paise: sum.paise + paise }), {
    orders: 0,
    paise: 0,
  });
}

async function countDocuments({ read }: ShopDatabase, { from, to }: Period) {
  const { invoices, notes } = await read
    .selectNoFrom((eb) => {
      const countColumn = eb.fn.countAll<number>().as('n');
      return [
        eb
          .selectFrom('orders')
          .select(countColumn)
          .where('invoice_at', '>=', from)
          .where('invoice_at', '<', to)
          .where(sql<boolean>`invoice_number is not null`)
          .as('invoices'),
        eb
          .selectFrom('order_credit')
          .select(countColumn)
          .where('note_at', '>=', from)
          .where('note_at', '<', to)
          .as('notes'),
      ];
    })
    .executeTakeFirstOrThrow();
  return { invoices: Number(invoices), notes: Number(notes) };
}
