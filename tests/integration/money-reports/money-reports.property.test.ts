import { expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { DELIVERY_HSN } from '#lib/sales/cart/cart-totals.ts';
import { creditNoteOf, invoiceOf } from '#lib/sales/invoices/invoice.ts';
import type { TaxDocument } from '#lib/sales/invoices/tax-document.ts';
import { goodsSold } from '#lib/sales/money-reports/goods-sold.server.ts';
import { readGstr1 } from '#lib/sales/money-reports/gstr1/read-gstr1.server.ts';
import { GOODS_VIEWS, type GoodsView } from '#lib/sales/money-reports/money-query.schema.ts';
import { type Month, monthAt, monthOf, nextMonth } from '#lib/sales/money-reports/month.ts';
import { monthReport } from '#lib/sales/money-reports/month-report.server.ts';
import { type OrderParts, partsOfOrders } from '#lib/sales/money-reports/order-parts.server.ts';
import { returnsOf } from '#lib/sales/money-reports/returns.server.ts';
import { suppliesOf } from '#lib/sales/money-reports/supplies.server.ts';
import { sumOf } from '#lib/sales/money-reports/tax-sum.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { amountWithTax } from '#lib/shop/money/tax-share.ts';
import { onBothEngines } from '#support/database.ts';
import { demoSettings } from '#support/demo-content.ts';
import { offerOutfit } from '#support/offer-outfit.ts';
import { setService } from '#support/offer-service.ts';
import { orderFixture } from '#support/order-fixture.ts';
import {
  addCoupons,
  ignoreShopError,
  performRandomAction,
  placeRandomOrder,
  stockPlenty,
} from '#support/random-orders.ts';

/** The number of random orders. scripts/test-faults.ts sets a larger number. */
const ORDER_COUNT = Number(process.env.MONEY_ORDERS ?? 12);
const STEPS_PER_ORDER = 6;
const SEED = Number(process.env.MONEY_SEED ?? Date.now() % 1_000_000);

onBothEngines(`monthly reports with seed ${SEED}`, (open) => {
  test(`of ${ORDER_COUNT} random orders equal their documents to the paisa`, {
    timeout: ORDER_COUNT * 10_000,
  }, async () => {
    const db = await open();
    await stockPlenty(db);
    await addCoupons(db);
    await setService(db, 'giftWrap.offered');
    await offerOutfit(db);
    const fixture = orderFixture(db);
    const random = seededRandom(SEED);
    const firstMonth = monthAt(fixture.clock.at);
    const ids: string[] = [];
    for (let n = 0; n < ORDER_COUNT; n++) {
      fixture.clock.at += random.integerBelow(20) * DAY_MS;
      ids.push(random.chance(0.2) ? await placePreOrder(db, fixture) : await placeRandomOrder(db, fixture, random, n));
      if (random.chance(0.5)) await indexOrders(db);
      for (let step = 0; step < STEPS_PER_ORDER; step++) {
        const target = ids[random.chance(0.6) ? ids.length - 1 : random.integerBelow(ids.length)] ?? '';
        await performRandomAction(fixture, target, random, `${n}-${step}`).catch(ignoreShopError);
      }
    }
    const parts = await partsOfOrders(db, ids);
    const months = monthsBetween(firstMonth, monthAt(fixture.clock.at));
    const documents = parts.flatMap(documentsOf);
    for (const month of months) {
      const expected = documents.filter((document) => document.month === month.key);
      expect(await readReportedRows(db, month), month.key).toEqual(sumsOfRows(expected));
      await checkMonth(db, month, expected);
    }
    await checkSales(db, months, parts);
  });
});

/** Places an order for a scarf, and for a kurta on pre-order, which takes no stock. */
async function placePreOrder(db: ShopDatabase, fixture: ReturnType<typeof orderFixture>): Promise<string> {
  const shipsAt = Date.parse(indianIsoDay(fixture.clock.at)) + 20 * DAY_MS;
  const setVariant = (quantity: number, pre_order_at: number | null) =>
    db.write.updateTable('variant').set({ quantity, pre_order_at }).where('sku', '=', 'TK-L').execute();
  await setVariant(0, shipsAt);
  const { id } = await fixture.place(await fixture.cartOf(['test-kurta', 1, 1], ['test-scarf', 1]));
  await setVariant(1_000_000, null);
  return id;
}

function monthsBetween(first: Month, last: Month): Month[] {
  const months = [first];
  for (let month = first; month.key < last.key; months.push(month)) month = nextMonth(month);
  return months;
}

interface DatedDocument {
  month: string;
  sign: 1 | -1;
  document: TaxDocument;
  state: string;
}

/** Returns the invoice and credit notes of an order as their pages show them. */
function documentsOf({ order, lines, credits, state }: OrderParts): DatedDocument[] {
  if (order.invoice_number === null) return [];
  const monthOfDay = (at: number | null) => monthAt(at ?? 0).key;
  const invoice = invoiceOf(order, lines, credits, demoSettings);
  const notes = credits.filter(({ note_number }) => note_number !== null);
  return [
    { month: monthOfDay(order.invoice_at), sign: 1, document: invoice, state },
    ...notes.map((credit) => ({
      ...{ month: monthOfDay(credit.note_at), sign: -1 as const, state },
      document: creditNoteOf(order, lines, credit, demoSettings),
    })),
  ];
}

const COLUMNS = ['taxable', 'cgst', 'sgst', 'igst'] as const;

function toPaise(text: string): number {
  return Math.round(Number(text.replaceAll(',', '')) * 100);
}

/** Returns the sums of the printed rows by state, HSN and rate. */
function sumsOfRows(documents: readonly DatedDocument[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const { sign, document, state } of documents) {
    for (const row of document.rows) {
      const key = `${state} ${row.hsn} ${row.rate}`;
      const sum = sums[key] ?? [0, 0, 0, 0];
      sums[key] = COLUMNS.map((column, index) => (sum[index] ?? 0) + sign * toPaise(row[column]));
    }
  }
  return withoutZeros(sums);
}

async function readReportedRows(db: ShopDatabase, month: Month): Promise<Record<string, number[]>> {
  const sums: Record<string, number[]> = {};
  for (const { state, hsn, rateBp, sign, tax } of await suppliesOf(db, month)) {
    const key = `${state} ${hsn} ${rateBp / 100} %`;
    const sum = sums[key] ?? [0, 0, 0, 0];
    const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = tax;
    sums[key] = [taxablePaise, cgstPaise, sgstPaise, igstPaise].map((part, index) => (sum[index] ?? 0) + sign * part);
  }
  return withoutZeros(sums);
}

function withoutZeros(sums: Record<string, number[]>): Record<string, number[]> {
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum.some((part) => part !== 0)));
}

/** Checks that each view of a month has the same total as the documents. */
async function checkMonth(db: ShopDatabase, month: Month, documents: readonly DatedDocument[]): Promise<void> {
  const total = documents.reduce((sum, { sign, document }) => sum + sign * toPaise(document.sum.total), 0);
  const report = await monthReport(db, month);
  expect(amountWithTax(report.netTax)).toBe(total);
  expect(amountWithTax(report.invoices.tax) - amountWithTax(report.notes.tax)).toBe(total);
  expect(report.invoices.count).toBe(documents.filter(({ sign }) => sign === 1).length);
  expect(report.notes.count).toBe(documents.filter(({ sign }) => sign === -1).length);
  for (const view of [report.byRate, report.byHsn, report.byState])
    expect(view.reduce((sum, { tax }) => sum + amountWithTax(tax), 0)).toBe(total);
  const soldAmounts = documents.flatMap(({ sign, document }) =>
    document.rows.flatMap((row) => (row.hsn === DELIVERY_HSN ? [] : [sign * toPaise(row.total)])),
  );
  const goods = soldAmounts.reduce((sum, amount) => sum + amount, 0);
  for (const view of Object.keys(GOODS_VIEWS) as GoodsView[])
    expect(
      (await goodsSold(db, view, month)).reduce((sum, row) => sum + row.paise, 0),
      view,
    ).toBe(goods);
  await checkReturns(db, month);
  const { otherSupplies, hsn, largeInvoices, largeNotes, nilRated } = await readGstr1(db, month);
  const totalOfRows = (rows: readonly { tax: Parameters<typeof amountWithTax>[0] }[]) =>
    amountWithTax(sumOf(rows.map(({ tax }) => ({ sign: 1 as const, tax }))));
  expect(totalOfRows(hsn)).toBe(total);
  const smallSupplies = totalOfRows(otherSupplies) + nilRated.reduce((sum, row) => sum + row.paise, 0);
  const largeNet =
    totalOfRows(largeInvoices.flatMap(({ rates }) => rates)) - totalOfRows(largeNotes.flatMap(({ rates }) => rates));
  expect(smallSupplies + largeNet).toBe(total);
}

/** Checks that each view of returns contains all returns. */
async function checkReturns(db: ShopDatabase, month: Month): Promise<void> {
  const credits = await db.read
    .selectFrom('order_credit')
    .select('total_paise')
    .where('kind', 'in', ['refused', 'returned'])
    .where('created_at', '>=', month.from)
    .where('created_at', '<', month.to)
    .execute();
  // Each exchange in this test has one reason.
  const exchanges = await db.read
    .selectFrom('exchange')
    .select('id')
    .where('created_at', '>=', month.from)
    .where('created_at', '<', month.to)
    .where('state', 'not in', ['declined', 'expired'])
    .execute();
  const creditedPaise = credits.reduce((sum, { total_paise }) => sum + total_paise, 0);
  const expected = [credits.length, exchanges.length, creditedPaise];
  for (const [view, { rows }] of Object.entries({ ...(await returnsOf(db, month)) })) {
    const sums = rows.map((row) => row.slice(-3).map(Number));
    expect(
      [0, 1, 2].map((index) => sums.reduce((sum, row) => sum + (row[index] ?? 0), 0)),
      view,
    ).toEqual(expected);
  }
}

/** Checks that placed sales less credits equal the current totals of the orders. */
async function checkSales(db: ShopDatabase, months: readonly Month[], parts: readonly OrderParts[]): Promise<void> {
  const reports = await Promise.all(months.map((month) => monthReport(db, monthOf(month.key))));
  const net = reports.reduce((sum, { placedSales, credits }) => sum + placedSales.paise - credits.paise, 0);
  const placedParts = parts.filter(({ order }) => order.order_status !== 'pending');
  const totals = placedParts.map(({ order, lines, credits }) => orderAmounts(order, lines, credits).totalPaise);
  expect(net).toBe(totals.reduce((sum, total) => sum + total, 0));
}
