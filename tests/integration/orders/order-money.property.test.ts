import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { creditNoteOf, invoiceOf } from '#lib/sales/invoices/invoice.ts';
import type { TaxDocument } from '#lib/sales/invoices/tax-document.ts';
import type { Amount } from '#lib/sales/orders/credits/credit-plans.server.ts';
import { countGatewayRefund, reopenRefund } from '#lib/sales/orders/credits/gateway-refunds.server.ts';
import { noteRefund, refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { cancelPart, refundPart, takeBack } from '#lib/sales/orders/credits/take-back.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { shippedSettings } from '#support/shipped-content.ts';
import { stockFaults } from '#support/stock-operations.ts';

/** Random orders; the long form comes from scripts/test-faults.ts. */
const ORDERS = Number(process.env.MONEY_ORDERS ?? 12);
const STEPS = 7;
const SEED = Number(process.env.MONEY_SEED ?? Date.now() % 1_000_000);

const AWAY = { ...HOME, pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
const FAR = { ...HOME, pincode: '744101', city: 'Port Blair', state: 'Andaman and Nicobar Islands' };

onBothEngines(`money of orders, seed ${SEED}`, (open) => {
  test(`${ORDERS} random orders store the amounts that they show, to the paisa`, {
    timeout: ORDERS * 10_000,
  }, async () => {
    const db = await open();
    await stockGoods(db);
    await db.write
      .updateTable('variant')
      .set({ quantity: 1_000_000 })
      .where('sku', 'in', ['TK-M', 'TK-L', 'TS'])
      .execute();
    await db.write.updateTable('variant').set({ quantity: 1_000_000 }).where('sku', '=', 'TC').execute();
    await db.write.updateTable('bolt').set({ length_cm: 500_000 }).execute();
    await sql`insert into stock_ledger (variant_id, at, change, why) select id, 0, quantity - (select coalesce(sum(change), 0) from stock_ledger where variant_id = variant.id), 'count' from variant`.execute(
      db.write,
    );
    await addCoupons(db);
    const fixture = orderFixture(db);
    const random = seededRandom(SEED);
    const ids: string[] = [];
    for (let n = 0; n < ORDERS; n++) {
      fixture.clock.at += random.upTo(40) * 86_400_000;
      const id = await placeRandom(db, fixture, random, n);
      ids.push(id);
      for (let step = 0; step < STEPS; step++) {
        // Of earlier orders, too.
        const of = ids[random.chance(0.8) ? ids.length - 1 : random.upTo(ids.length)] ?? id;
        await anything(fixture.shop, of, random, `${n}-${step}`).catch(ignoreRefusal);
        await checkOrder(db, of);
      }
    }
    for (const id of ids) await checkOrder(db, id);
    await checkSeries(db);
    expect(await stockFaults(db)).toEqual([]);
  });
});

type Fixture = ReturnType<typeof orderFixture>;
type Random = ReturnType<typeof seededRandom>;

async function addCoupons(db: ShopDatabase): Promise<void> {
  const terms = { minimum_paise: 0, active: 1, created_at: 0, starts_at: null, ends_at: null };
  const limits = { uses_left: null, per_customer: null };
  for (const [code, kind, value] of [
    ['SEVENTH', 'percent', 7],
    ['ALMOST', 'fixed', 29_958],
    ['FREE', 'free_delivery', 0],
  ] as const) {
    await db.write
      .insertInto('coupon')
      .values({ code, kind, value, ...terms, ...limits })
      .execute();
  }
}

async function placeRandom(db: ShopDatabase, fixture: Fixture, random: Random, n: number): Promise<string> {
  const goods: Parameters<Fixture['cartOf']> = [['test-scarf', 1 + random.upTo(5)]];
  if (random.chance(0.6)) goods.push(['test-kurta', 1 + random.upTo(4)]);
  if (random.chance(0.3)) goods.push(['test-kurta', 1 + random.upTo(2), 1]);
  if (random.chance(0.5)) goods.push(['test-cloth', 0.5 + 0.25 * random.upTo(12)]);
  const owner = await fixture.cartOf(...goods);
  const code = random.pick([null, null, 'SEVENTH', 'ALMOST', 'FREE']);
  await db.write.updateTable('cart').set({ coupon_code: code }).execute();
  const address = random.pick([HOME, AWAY, FAR]);
  // No cash is taken on the islands.
  const payment = address === FAR ? 'test' : random.pick(['cod', 'test'] as const);
  const contact = { email: `buyer-${n}@example.in`, mobile: '9876543210' };
  const order = await fixture.place(owner, { payment, contact, address });
  if (payment === 'test' && order.total_paise > 0 && random.chance(0.9))
    await pay(fixture, order.id, order.total_paise);
  return order.id;
}

function pay({ shop }: Pick<Fixture, 'shop'>, orderId: string, amountPaise: number) {
  const report = {
    provider: 'test',
    eventId: `paid-${orderId}`,
    outcome: 'paid' as const,
    reference: `pay_${orderId}`,
  };
  return settlePayment(shop, { ...report, orderId, amountPaise });
}

/** One thing that an owner, a customer or the gateway may do; most are refused in most states. */
async function anything(shop: Fixture['shop'], id: string, random: Random, name: string): Promise<void> {
  const order = await findOrder(shop.db, id);
  const lines = await linesOf(shop.db, id);
  const line = random.pick(lines);
  const max = line.sell_unit === 'metre' ? line.quantity / 25 : line.quantity;
  const quantity = (1 + random.upTo(max)) * (line.sell_unit === 'metre' ? 25 : 1);
  const amount: Amount = { position: line.position, quantity };
  const payment = { provider: 'test', reference: `pay_${id}` };
  const steps = [
    () =>
      moveOrder(shop, id, random.pick(['processing', 'shipped', 'shipped', 'out_for_delivery', 'delivered'] as const)),
    () => moveOrder(shop, id, random.pick(['shipped', 'delivered', 'delivered'] as const)),
    () => cancelPart(shop, id, [amount]),
    () => cancelOrder(shop, id, random.pick(['customer', 'shop'] as const)),
    () =>
      takeBack(shop, id, { spoilt: random.pick([undefined, true, [line.position]]), withDelivery: random.chance(0.3) }),
    () => takeBack(shop, id, { lines: [amount], spoilt: random.pick([undefined, true]) }),
    () => takeBack(shop, id, { lines: [amount] }),
    () => refundPart(shop, id, { paise: 100 + random.upTo(order.total_paise) }, 'Goodwill'),
    () => refundPart(shop, id, { paise: 100 + random.upTo(3_000), position: line.position }, 'Goodwill'),
    () => refundPart(shop, id, { lines: [amount] }, 'It was not in the parcel'),
    () => pay({ shop }, id, order.total_paise),
    async () => {
      const [due] = await refundsOf(shop.db.write, id, 'due');
      if (due) await Promise.all([noteRefund(shop, due, `rfnd_${name}`), noteRefund(shop, due, `rfnd_${name}`)]);
    },
    () =>
      countGatewayRefund(shop, { ...payment, gatewayRefund: `page_${name}`, amountPaise: 100 + random.upTo(20_000) }),
    async () => {
      const sent = (await refundsOf(shop.db.write, id, 'sent')).find((one) => one.gateway_refund !== null);
      if (sent) await reopenRefund(shop, sent, sent.gateway_refund ?? '');
    },
  ];
  await random.pick(steps)();
}

function ignoreRefusal(error: unknown): void {
  if (!isShopError(error)) throw error;
}

/** What must be true of each order at each moment. */
async function checkOrder(db: ShopDatabase, id: string): Promise<void> {
  const order = await findOrder(db, id);
  const lines = await linesOf(db, id);
  const credits = await creditsOf(db.write, id);
  const refunds = await refundsOf(db.write, id);
  const now = orderAmounts(order, lines, credits);
  const told = `${order.number} ${order.order_status} ${order.payment_status}`;

  for (const part of [now, ...now.lines, ...now.lines.map(({ tax }) => tax), now.deliveryTax]) {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'number') expect(value, `${told} ${name}`).toBeGreaterThanOrEqual(0);
    }
  }
  const taxes = [...now.lines.map(({ tax }) => tax), now.deliveryTax];
  expect(now.taxPaise, told).toBe(taxes.reduce((sum, tax) => sum + tax.cgstPaise + tax.sgstPaise + tax.igstPaise, 0));
  expect(now.subtotalPaise - now.discountPaise + now.deliveryPaise, told).toBe(now.totalPaise);
  for (const tax of taxes) expect(Math.abs(tax.cgstPaise - tax.sgstPaise), told).toBeLessThanOrEqual(1);

  // Money that was taken, less what was or has to be refunded, is what the order costs now.
  const events = await db.write.selectFrom('payment_event').selectAll().where('order_id', '=', id).execute();
  const online = events
    .filter(({ outcome }) => outcome === 'paid')
    .reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const isCash = order.payment_method === 'cod' && order.payment_status !== 'cod' && order.payment_status !== 'failed';
  const taken = online + (isCash ? now.paidPaise : 0);
  const back = refunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  expect(taken - back, told).toBe(now.totalPaise - now.toPayPaise);
  expect(back, told).toBeLessThanOrEqual(taken);
  if (refunds.length > 0) {
    const isDue = refunds.some(({ state }) => state === 'due');
    if (order.payment_status === 'refunded') expect(isDue, told).toBe(false);
    if (order.payment_status === 'refund_due') expect(isDue, told).toBe(true);
  }

  // Invoice less credit notes is what is kept; without an invoice there is no note.
  if (order.invoice_number === null)
    return expect(credits.every(({ note_number }) => note_number === null)).toBe(true) as never;
  const invoice = invoiceOf(order, lines, credits, shippedSettings);
  const notes = credits
    .filter(({ note_number }) => note_number !== null)
    .map((credit) => creditNoteOf(order, lines, credit, shippedSettings));
  const kept = columns([invoice]).map((paise, index) => paise - (columns(notes)[index] ?? 0));
  const sum = (of: (tax: (typeof taxes)[number]) => number) => taxes.reduce((paise, tax) => paise + of(tax), 0);
  const said = [
    sum((tax) => tax.taxablePaise),
    sum((tax) => tax.cgstPaise),
    sum((tax) => tax.sgstPaise),
    sum((tax) => tax.igstPaise),
  ];
  expect(kept, told).toEqual([...said, now.totalPaise]);
}

function columns(documents: readonly TaxDocument[]): number[] {
  const names = ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const;
  const paise = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);
  // The sum that is printed, and that of its rows, are one.
  for (const { rows, sum } of documents) {
    for (const name of names) expect(rows.reduce((all, row) => all + paise(row[name]), 0)).toBe(paise(sum[name]));
  }
  return names.map((name) => documents.reduce((sum, document) => sum + paise(document.sum[name]), 0));
}

/** Each series of numbers has no gap in its year. */
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
    const given = numbers.map(({ number }) => Number(number?.slice(-6))).toSorted((a, b) => a - b);
    expect(given, name).toEqual(given.map((_, index) => index + 1));
  }
}
