import { expect, test } from '@playwright/test';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { type MonthOrder, placeOrders, requestLargerSize, writeTicket } from '#support/shop-month/customers.ts';
import { addProduct, beginSale, endSale, PRICE_RUPEES, SALE_PRICE_RUPEES } from '#support/shop-month/goods.ts';
import { compareMoney } from '#support/shop-month/money.ts';
import { beginMonth, randomName, type ShopMonth } from '#support/shop-month/month.ts';
import {
  answerAndCloseTicket,
  applyToAll,
  handleExchange,
  recordRefusedParcel,
  refundPart,
} from '#support/shop-month/orders.ts';

const ORDERS_BEFORE_SALE = 30;
const ORDERS_IN_SALE = 10;
/** The number of taps for each task, as listed in docs/admin.md. */
const TAPS = {
  'New product with a photo and 3 sizes, for sale': 14,
  'Confirm, pack and ship 30 orders with tracking numbers': 17,
  'Sale of a product, started and ended': 10,
  'Confirm, pack and ship 10 orders with tracking numbers': 17,
  '2 refused parcels': 14,
  'Deliver 38 orders and record their cash': 20,
  '3 partial refunds': 27,
  '4 exchanges': 48,
  '2 tickets': 12,
  'Money of the month': 6,
};

test('a small shop can be run for a month entirely in the admin, and all totals match', async ({ browser }) => {
  test.setTimeout(300_000);
  const month = await beginMonth(browser);
  try {
    month.begin('New product with a photo and 3 sizes, for sale');
    const slug = await addProduct(month);
    const buyers = randomName('Meena');
    const orders = await placeOrders(month, slug, buyers, ORDERS_BEFORE_SALE);
    await confirmPackAndShip(month, buyers, ORDERS_BEFORE_SALE);

    month.begin('Sale of a product, started and ended');
    await beginSale(month, slug);
    const laterBuyers = randomName('Divya');
    const saleOrders = await placeOrders(month, slug, laterBuyers, ORDERS_IN_SALE);
    await endSale(month);
    await expectPrices(month, orders, PRICE_RUPEES);
    await expectPrices(month, saleOrders, SALE_PRICE_RUPEES);
    await confirmPackAndShip(month, laterBuyers, ORDERS_IN_SALE);

    month.begin('2 refused parcels');
    for (const order of orders.slice(0, 2)) await recordRefusedParcel(month, order);
    month.begin('Deliver 38 orders and record their cash');
    for (const [name, count] of [
      [buyers, ORDERS_BEFORE_SALE - 2],
      [laterBuyers, ORDERS_IN_SALE],
    ] as const)
      for (const action of ['Delivered', 'Cash received']) await applyToAll(month, name, action, count);
    await handleRequests(month, orders.slice(2));
    month.begin('Money of the month');
    await compareMoney(month);
    for (const [task, taps] of month.taps) test.info().annotations.push({ type: task, description: `${taps} taps` });
    expect(Object.fromEntries(month.taps)).toEqual(TAPS);
  } finally {
    await month.end();
  }
});

async function confirmPackAndShip(month: ShopMonth, buyers: string, count: number): Promise<void> {
  await indexOrders(month.db);
  month.begin(`Confirm, pack and ship ${count} orders with tracking numbers`);
  for (const action of ['Confirm', 'Packed', 'Ship']) await applyToAll(month, buyers, action, count);
}

async function expectPrices({ db }: ShopMonth, orders: MonthOrder[], rupees: number): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const lines = db.write.selectFrom('order_line').select('price_paise').where('order_id', 'in', ids);
  const prices = (await lines.execute()).map(({ price_paise }) => price_paise);
  expect(prices).toEqual(ids.map(() => rupees * 100));
}

async function handleRequests(
  month: ShopMonth,
  [firstOrder, secondOrder, thirdOrder, ...otherOrders]: MonthOrder[],
): Promise<void> {
  if (!firstOrder || !secondOrder || !thirdOrder) throw new Error('The month should have at least three orders.');
  month.begin('3 partial refunds');
  for (const order of [firstOrder, secondOrder, thirdOrder]) await refundPart(month, order);
  month.begin('4 exchanges');
  for (const order of otherOrders.slice(0, 4)) {
    await requestLargerSize(month, order);
    await handleExchange(month, order);
  }
  month.begin('2 tickets');
  for (const order of [firstOrder, secondOrder]) await answerAndCloseTicket(month, await writeTicket(month, order));
}
