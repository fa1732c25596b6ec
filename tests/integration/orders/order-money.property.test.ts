import { expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { creditNoteOf, invoiceOf } from '#lib/sales/invoices/invoice.ts';
import type { TaxDocument } from '#lib/sales/invoices/tax-document.ts';
import { collectedCash } from '#lib/sales/orders/admin/receive-cash.server.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { orderAmounts, taxOfPlacedLine } from '#lib/sales/orders/record/order-amounts.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';
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
import { stockFaults } from '#support/stock-operations.ts';

/** The number of random orders. scripts/test-faults.ts sets a larger number. */
const ORDER_COUNT = Number(process.env.MONEY_ORDERS ?? 12);
const STEPS_PER_ORDER = 7;
const SEED = Number(process.env.MONEY_SEED ?? Date.now() % 1_000_000);

onBothEngines(`order amounts with seed ${SEED}`, (open) => {
  test(`match the payments, refunds and tax documents of ${ORDER_COUNT} random orders to the paisa`, {
    timeout: ORDER_COUNT * 10_000,
  }, async () => {
    const db = await open();
    await stockPlenty(db);
    await addCoupons(db);
    await setService(db, 'giftWrap.offered');
    await offerOutfit(db);
    const fixture = orderFixture(db);
    const random = seededRandom(SEED);
    const ids: string[] = [];
    for (let n = 0; n < ORDER_COUNT; n++) {
      fixture.clock.at += random.integerBelow(40) * DAY_MS;
      const id = await placeRandomOrder(db, fixture, random, n);
      ids.push(id);
      for (let step = 0; step < STEPS_PER_ORDER; step++) {
        // Sometimes an earlier order is changed.
        const target = ids[random.chance(0.8) ? ids.length - 1 : random.integerBelow(ids.length)] ?? id;
        await performRandomAction(fixture, target, random, `${n}-${step}`).catch(ignoreShopError);
        await checkOrder(db, target);
      }
    }
    for (const id of ids) await checkOrder(db, id);
    await checkSeries(db);
    expect(await stockFaults(db)).toEqual([]);
  });
});

/** Checks the invariants of an order’s amounts, which must hold in every state. */
async function checkOrder(db: ShopDatabase, id: string): Promise<void> {
  const order = await findOrder(db, id);
  const lines = await linesOf(db, id);
  const credits = await creditsOf(db.write, id);
  const refunds = await refundsOf(db.write, id);
  const amounts = orderAmounts(order, lines, credits);
  const label = `${order.number} ${order.order_status} ${order.payment_status}`;

  for (const part of [amounts, ...amounts.lines, ...amounts.lines.map(({ tax }) => tax), amounts.deliveryTax]) {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'number') expect(value, `${label} ${name}`).toBeGreaterThanOrEqual(0);
    }
  }
  if (order.coupon_code === 'SCARVES' && order.outfit_paise === 0) {
    const excludedLines = lines.filter(({ slug }) => slug === 'test-kurta');
    expect(
      excludedLines.every((line) => line.discount_paise === line.prepaid_discount_paise),
      label,
    ).toBe(true);
    expect(order.discount_paise - order.prepaid_discount_paise, label).toBeGreaterThan(0);
  }
  expect(order.outfit_paise, label).toBeLessThanOrEqual(order.discount_paise);
  // The stored amounts add up, even after the payment method was changed.
  const sumOf = (column: 'discount_paise' | 'prepaid_discount_paise' | 'total_paise') =>
    lines.reduce((paise, line) => paise + line[column], 0);
  expect(sumOf('discount_paise'), label).toBe(order.discount_paise);
  expect(sumOf('prepaid_discount_paise'), label).toBe(order.prepaid_discount_paise);
  expect(sumOf('total_paise'), label).toBe(order.subtotal_paise - order.discount_paise);
  expect(order.subtotal_paise - order.discount_paise + order.delivery_paise, label).toBe(order.total_paise);
  for (const line of lines) {
    expect(line.prepaid_discount_paise, label).toBeGreaterThanOrEqual(0);
    expect(line.discount_paise - line.prepaid_discount_paise, label).toBeGreaterThanOrEqual(0);
    expect(amountWithTax(taxOfPlacedLine(line)), label).toBe(line.total_paise);
  }
  if (order.payment_method === 'cod') expect(order.prepaid_discount_paise, label).toBe(0);
  else if (credits.length === 0) expect(order.cod_fee_paise, label).toBe(0);
  const taxes = [...amounts.lines.map(({ tax }) => tax), amounts.deliveryTax];
  expect(amounts.taxPaise, label).toBe(
    taxes.reduce((sum, tax) => sum + tax.cgstPaise + tax.sgstPaise + tax.igstPaise, 0),
  );
  expect(amounts.subtotalPaise - amounts.discountPaise + amounts.deliveryPaise, label).toBe(amounts.totalPaise);
  for (const tax of taxes) expect(Math.abs(tax.cgstPaise - tax.sgstPaise), label).toBeLessThanOrEqual(1);

  // The paid amount less sent and due refunds equals the current total less the amount still to be paid.
  const reportedEvents = await db.write.selectFrom('payment_event').selectAll().where('order_id', '=', id).execute();
  const events = reportedEvents.filter(
    ({ reference }, index) => reportedEvents.findIndex((event) => event.reference === reference) === index,
  );
  const onlinePaise = events
    .filter(({ outcome }) => outcome === 'paid')
    .reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const isCash = order.payment_method === 'cod' && order.delivered_at !== null;
  const cashPaise = isCash ? amounts.paidPaise - order.advance_paise * order.advance_paid : 0;
  expect(cashPaise, label).toBeGreaterThanOrEqual(0);
  if (isCash) expect((await collectedCash(db, [order])).get(id), label).toBe(cashPaise);
  const receivedPaise = onlinePaise + cashPaise;
  // The refunds of a payment do not exceed its amount.
  for (const { reference, amount_paise } of events) {
    const paymentRefunds = refunds.filter((refund) => refund.reference === reference);
    const sum = paymentRefunds.reduce((paise, refund) => paise + refund.amount_paise, 0);
    expect(sum, `${label} ${reference}`).toBeLessThanOrEqual(amount_paise);
  }
  const refundedPaise = refunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  expect(receivedPaise - refundedPaise, label).toBe(amounts.totalPaise - amounts.toPayPaise);
  expect(refundedPaise, label).toBeLessThanOrEqual(receivedPaise);
  if (refunds.length > 0) {
    const isDue = refunds.some(({ state }) => state === 'due');
    if (order.payment_status === 'refunded') expect(isDue, label).toBe(false);
    if (order.payment_status === 'refund_due') expect(isDue, label).toBe(true);
  }

  // The invoice less its credit notes equals the amount that the shop keeps. Without an invoice, there are no notes.
  if (order.invoice_number === null) {
    expect(credits.filter(({ note_number }) => note_number !== null)).toEqual([]);
    return;
  }
  const invoice = invoiceOf(order, lines, credits, demoSettings);
  const notes = credits
    .filter(({ note_number }) => note_number !== null)
    .map((credit) => creditNoteOf(order, lines, credit, demoSettings));
  const remainingSums = columnSums([invoice]).map((paise, index) => paise - (columnSums(notes)[index] ?? 0));
  const sum = (part: (tax: (typeof taxes)[number]) => number) => taxes.reduce((paise, tax) => paise + part(tax), 0);
  const expected = [
    sum((tax) => tax.taxablePaise),
    sum((tax) => tax.cgstPaise),
    sum((tax) => tax.sgstPaise),
    sum((tax) => tax.igstPaise),
  ];
  expect(remainingSums, label).toEqual([...expected, amounts.totalPaise]);
}

/** Returns the sum of each column in paise, after checking that each printed sum is the sum of the document’s rows. */
function columnSums(documents: readonly TaxDocument[]): number[] {
  const names = ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const;
  const paise = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);
  for (const { rows, sum } of documents) {
    for (const name of names) expect(rows.reduce((all, row) => all + paise(row[name]), 0)).toBe(paise(sum[name]));
  }
  return names.map((name) => documents.reduce((sum, document) => sum + paise(document.sum[name]), 0));
}

/** Checks that the numbers in each series of invoices or credit notes begin with 1 and have no gaps. */
async function checkSeries(db: ShopDatabase): Promise<void> {
  const invoices = await db.write
    .selectFrom('orders')
    .select('invoice_number as number')
    .where('invoice_number', 'is not', null)
    .execute();
  const notes = await db.write
    .selectFrom('order_credit')
    .select('note_number as number')
    .where('note_number', 'is not', null)
    .execute();
  const series = Map.groupBy([...invoices, ...notes], ({ number }) => number?.slice(0, -6));
  for (const [name, numbers] of series) {
    const ordinals = numbers.map(({ number }) => Number(number?.slice(-6))).toSorted((a, b) => a - b);
    expect(ordinals, name).toEqual(ordinals.map((_, index) => index + 1));
  }
}
