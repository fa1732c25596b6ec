import { expect, test } from 'vitest';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import type { ExchangeInput } from '#lib/sales/exchanges/exchange.schema.ts';
import { ALREADY_REQUESTED, NOT_DELIVERED, WINDOW_OVER } from '#lib/sales/exchanges/exchange.ts';
import {
  approveExchange,
  declineExchange,
  expireExchanges,
  receiveExchange,
} from '#lib/sales/exchanges/exchange-admin.server.ts';
import { exchangeDetails, exchangesForAdmin } from '#lib/sales/exchanges/read-exchanges.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods } from '#support/goods.ts';
import { latestExchange } from '#support/latest-exchange.ts';
import { orderFixture } from '#support/order-fixture.ts';

/** A request to the public API that does not list items. */
const BODY = { reasons: ['Size too small' as const], customReason: '', hasOriginalPackaging: 'true' as const };
/** A file store that is not used, because these requests have no pictures. */
const NO_FILES = {} as FileStore;

onBothEngines('an exchange', (open) => {
  async function setUpOrder(isDelivered = true) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const id = await newCustomer(db, 'asha@example.in');
    const order = await fixture.place(await fixture.cartOf(['test-kurta', 2], ['test-cloth', 2]));
    await db.write.updateTable('orders').set({ customer_id: id }).where('id', '=', order.id).execute();
    if (isDelivered) await moveOrder(fixture.shop, order.id, 'delivered');
    const shop = { ...fixture.shop, files: NO_FILES };
    const asha = { id, email: 'asha@example.in' };
    const submitRequest = ({ id: customerId } = asha, overrides: Partial<ExchangeInput> = {}) =>
      requestExchange(shop, { customerId }, { ...BODY, ...overrides, order: order.id, orderId: order.id }, []);
    return { ...fixture, db, order, submitRequest, number: order.number };
  }

  const STOCK_AFTER_ORDER = { 'test-kurta': { stock: 3 }, 'test-cloth': { stock: 1050 } };

  test('is found by its order number; the error for a premature step names the command to run first', async () => {
    const { shop, number, submitRequest } = await setUpOrder();
    await submitRequest();
    const tooEarly = `The exchange for ${number} is requested. First run: npm run shop -- exchanges approve ${number}`;
    await expect(receiveExchange(shop, '1', false)).rejects.toThrow(tooEarly);
    expect(await approveExchange(shop, '1')).toMatchObject({ number, state: 'approved' });
    await expect(approveExchange(shop, number.toLowerCase())).rejects.toThrow('no longer be changed in this way');
    expect(await receiveExchange(shop, '1', false)).toMatchObject({ number, state: 'received' });
  });

  test('is allowed once at a time for the customer’s delivered order, until the end of day 7 in India', async () => {
    const undeliveredOrder = await setUpOrder(false);
    await expect(undeliveredOrder.submitRequest()).rejects.toThrow(NOT_DELIVERED);
    const { db, submitRequest } = await setUpOrder();
    await expect(
      submitRequest({ id: await newCustomer(db, 'b@example.in'), email: 'b@example.in' }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    const requests = await Promise.allSettled([submitRequest(), submitRequest(), submitRequest()]);
    const ids = requests.map((result) => (result.status === 'fulfilled' ? result.value._id : result.reason));
    // A request that is repeated because its response was lost counts only once. A different request is rejected.
    expect(new Set([...ids, (await submitRequest())._id]).size).toBe(1);
    await expect(submitRequest(undefined, { customReason: 'Another reason' })).rejects.toThrow(ALREADY_REQUESTED);
    expect(await db.write.selectFrom('exchange').select('id').execute()).toHaveLength(1);
    const orderOnLastDay = await setUpOrder();
    // The order was delivered at noon, so day 7 ends seven and a half days later.
    orderOnLastDay.clock.at += 7 * DAY_MS + DAY_MS / 2 - 1;
    await orderOnLastDay.submitRequest();
    const lateOrder = await setUpOrder();
    lateOrder.clock.at += 7 * DAY_MS + DAY_MS / 2;
    await expect(lateOrder.submitRequest()).rejects.toThrow(WINDOW_OVER);
  });

  test('holds the new items when approved, and restores the stock when the old items are received', async () => {
    const { shop, submitRequest, number, stock, mails } = await setUpOrder();
    await submitRequest();
    expect(await stock()).toMatchObject(STOCK_AFTER_ORDER);
    await approveExchange(shop, number);
    expect(await stock()).toMatchObject({ 'test-kurta': { stock: 1 }, 'test-cloth': { stock: 850 } });
    await expect(approveExchange(shop, number)).rejects.toMatchObject({ code: 'conflict' });
    await receiveExchange(shop, number, false);
    expect(await stock()).toMatchObject(STOCK_AFTER_ORDER);
    await expect(receiveExchange(shop, number, false)).rejects.toMatchObject({ code: 'conflict' });
    expect((await mails('exchange')).length).toBe(3);
  });

  test('approved with another SKU replaces the items of one line at the same price; damaged ones are not restocked', async () => {
    const { shop, submitRequest, number, stock, db } = await setUpOrder();
    await submitRequest();
    const swap = (newSku: string) => approveExchange(shop, number, new Map([['TK-M', newSku]]));
    await expect(swap('TC')).rejects.toMatchObject({ code: 'invalid' });
    await expect(swap('TS'), 'a scarf of ₹300 for a kurta of ₹1,499.50').rejects.toThrow('₹300.00');
    await db.write.updateTable('variant').set({ price_paise: 249_900 }).where('sku', '=', 'TS').execute();
    await expect(swap('TS'), 'a more expensive item').rejects.toThrow('₹2,499.00');
    await db.write.updateTable('variant').set({ price_paise: 149_950 }).where('sku', '=', 'TS').execute();
    await swap('TS');
    expect(await stock()).toMatchObject({ ...STOCK_AFTER_ORDER, 'test-scarf': { stock: 48 } });
    await receiveExchange(shop, number, true);
    expect(await stock()).toMatchObject({ ...STOCK_AFTER_ORDER, 'test-scarf': { stock: 48 } });
  });

  test('holds nothing if there is not enough stock', async () => {
    const { shop, db, submitRequest, number, stock } = await setUpOrder();
    await submitRequest();
    await db.write.updateTable('variant').set({ quantity: 1 }).where('sku', '=', 'TK-M').execute();
    await expect(approveExchange(shop, number)).rejects.toMatchObject({ code: 'conflict' });
    expect(await stock()).toMatchObject({ 'test-kurta': { stock: 1 }, 'test-cloth': { stock: 1050 } });
    expect((await exchangesForAdmin(shop, 'requested')).length).toBe(1);
  });

  test('releases its stock once when declined or expired, and another exchange may be requested', async () => {
    const { shop, clock, submitRequest, number, stock, mails } = await setUpOrder();
    await submitRequest();
    await approveExchange(shop, number);
    await declineExchange(shop, number, 'It was washed.');
    const declinedExchange = await latestExchange(shop, number);
    expect((await exchangeDetails(shop, declinedExchange)).goods.map(({ sku }) => sku)).toEqual(['TK-M', 'TC']);
    expect(await stock()).toMatchObject(STOCK_AFTER_ORDER);
    expect((await mails('exchange')).at(-1)?.text).toContain('It was washed.');
    clock.at += 1_000;
    await submitRequest();
    clock.at += 1_000;
    await approveExchange(shop, number);
    expect(await expireExchanges(shop)).toBe(0);
    clock.at += 15 * DAY_MS;
    const counts = await Promise.all([expireExchanges(shop), expireExchanges(shop)]);
    expect(counts.sort()).toEqual([0, 1]);
    expect(await stock()).toMatchObject(STOCK_AFTER_ORDER);
    expect((await exchangesForAdmin(shop, 'expired')).length).toBe(1);
  });
});
