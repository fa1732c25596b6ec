import { expect, test } from 'vitest';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { approveExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { countExchange, requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { claimGuestOrders } from '#lib/sales/orders/claim-guest-orders.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { listCustomerOrders } from '#lib/sales/orders/read-orders.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const BODY = { reasons: [], customReason: 'It hums', hasOriginalPackaging: 'false' as const };

onBothEngines('a guest’s order', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const placeOrder = async (email: string) =>
      fixture.place(await fixture.cartOf(['test-scarf', 1]), { contact: { email, mobile: '9876543210' } });
    const logIn = async (email: string) => {
      const id = await newCustomer(db, email);
      return { id, claimedCount: await claimGuestOrders(fixture.shop, { id, email }) };
    };
    return { ...fixture, shop: { ...fixture.shop, files: {} as FileStore }, db, placeOrder, logIn };
  }

  test('is claimed only once, and only by the account with the same verified mailbox', async () => {
    const { db, shop, placeOrder, logIn } = await setUp();
    const ashaOrders = [];
    for (const email of ['asha.rao@gmail.com', 'asharao+shop@googlemail.com', 'asharao@gmail.com'])
      ashaOrders.push((await placeOrder(email)).id);
    for (const email of ['asharao@example.in', 'asharao+x@example.in', 'asharaoo@gmail.com']) await placeOrder(email);
    const asha = await logIn('asha.rao@gmail.com');
    expect(asha.claimedCount).toBe(3);
    const { orders } = await listCustomerOrders(db, asha.id, 1);
    expect(orders.map(({ order: { id } }) => id).sort()).toEqual(ashaOrders.sort());
    expect(await claimGuestOrders(shop, { id: asha.id, email: 'asha.rao@gmail.com' })).toBe(0);
    // Outside Gmail, an address with a tag may belong to another person.
    expect((await logIn('asharao@example.in')).claimedCount).toBe(1);
  });

  test('still belongs to its customer after another customer verifies its email address', async () => {
    const { db, placeOrder, logIn } = await setUp();
    const { id } = await placeOrder('gift@example.in');
    const bela = await newCustomer(db, 'bela@example.in');
    await db.write.updateTable('orders').set({ customer_id: bela }).where('id', '=', id).execute();
    expect((await logIn('gift@example.in')).claimedCount).toBe(0);
  });

  test('can be exchanged only with its tracking token', async () => {
    const { db, shop, placeOrder, mails, stock } = await setUp();
    const ownOrder = await placeOrder('guest@example.in');
    const otherOrder = await placeOrder('other@example.in');
    for (const { id } of [ownOrder, otherOrder]) await moveOrder(shop, id, 'delivered');
    const requestWithToken = (token: string | undefined) =>
      requestExchange(shop, { token }, { ...BODY, order: ownOrder.id, lines: [{ line: 0, replacement: null }] }, []);
    const token = trackToken(shop.secretKey, ownOrder.id);
    const notFound = { code: 'not_found' };
    await expect(requestWithToken(undefined)).rejects.toMatchObject(notFound);
    await expect(requestWithToken(trackToken(shop.secretKey, otherOrder.id))).rejects.toMatchObject(notFound);
    await expect(requestWithToken(`${token.slice(0, -1)}x`)).rejects.toMatchObject(notFound);
    const { _id } = await requestWithToken(token);
    expect(await requestWithToken(token), 'a repeated request').toEqual({ _id });
    expect(await db.write.selectFrom('exchange').select(['order_id', 'customer_id']).execute()).toEqual([
      { order_id: ownOrder.id, customer_id: null },
    ]);
    const stockBefore = await stock();
    await approveExchange(shop, ownOrder.number, new Map([['TS', 'TS']]));
    expect((await stock())['test-scarf']?.stock).toBe((stockBefore['test-scarf']?.stock ?? 0) - 1);
    const [mail] = (await mails('exchange')).filter(({ to_address }) => to_address === 'guest@example.in');
    expect(mail?.text).toContain(`https://shop.example/orders/track/${token}`);
  });

  test('accepts at most 20 exchange requests a day, and a limited number per network and hour', async () => {
    const { shop, placeOrder } = await setUp();
    const ownOrder = await placeOrder('guest@example.in');
    const settings = { ...readSettings({}), guestOrders: { aDay: 1_000, anHour: 1_000 } };
    const countRequest = (network: string) => countExchange({ ...shop, settings }, ownOrder, networksOf(network));
    for (let n = 0; n < 20; n++) await countRequest(`203.0.113.${n}`);
    await expect(countRequest('203.0.113.99')).rejects.toMatchObject({ code: 'too_many' });
    const lowLimit = { ...settings, guestOrders: { aDay: 1_000, anHour: 1 } };
    const anotherOrder = await placeOrder('another@example.in');
    const countWithLowLimit = (network: string) =>
      countExchange({ ...shop, settings: lowLimit }, anotherOrder, networksOf(network));
    await countWithLowLimit('198.51.100.1');
    await expect(countWithLowLimit('198.51.100.1')).rejects.toMatchObject({ code: 'too_many' });
  });
});
