import pino from 'pino';
import { expect, test } from 'vitest';
import { readSession, type Session } from '#lib/customers/auth/sessions/session.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { createAddress } from '#lib/sales/address/address.server.ts';
import type { AddressInput } from '#lib/sales/address/address.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import { blockCustomer } from '#lib/sales/cash-rules/cash-blocks.server.ts';
import type { OrderRequest } from '#lib/sales/checkout/order.schema.ts';
import { placeOrderFromRequest } from '#lib/sales/checkout/order-request.server.ts';
import { claimedOrdersNotice, claimGuestOrders } from '#lib/sales/orders/claim-guest-orders.server.ts';
import { orderOfToken, orderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import { listCustomerOrders } from '#lib/sales/orders/read-orders.server.ts';
import { ORDER_MESSAGES } from '#lib/sales/orders/record/orders.ts';
import { browserContext } from '#support/browser-context.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { setService } from '#support/offer-service.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { setOwnerEmail } from '#support/set-owner-email.ts';

const ADDRESS: AddressInput = { ...HOME, isDefault: false };
const CONTACT = { email: 'asha@example.in', mobile: '9876543210' };
const REQUEST = { contact: CONTACT, address: ADDRESS, payment: 'cod' } as OrderRequest;

onBothEngines('an order request', (open) => {
  async function setUpBrowser(env: Record<string, string> = {}, isCustomer = false) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db, Date.now());
    const shop = { ...fixture.shop, settings: readSettings(env), log: pino({ level: 'silent' }) } as unknown as Shop;
    const asha = isCustomer ? await addCustomer(db) : undefined;
    const session = asha && (await readSession(shop, asha.token));
    const { jar, visit } = browserContext(shop, session ? { session } : {});
    const owner = session ? { customerId: session.customer.id } : {};
    const { token } = await addToCart(shop, owner, { product: 'test-scarf', quantity: 2 });
    if (token) jar.set('cart', { value: token });
    const send = (change: object = {}, headers: Record<string, string> = {}) =>
      placeOrderFromRequest(shop, { ...REQUEST, ...change }, visit('/', headers));
    const readOrders = () => db.write.selectFrom('orders').selectAll().execute();
    return { ...fixture, db, shop, session: session as Session, jar, visit, send, readOrders };
  }

  test('can include gift wrapping only if the shop offers it, with a note of limited length', async () => {
    const { db, send, readOrders } = await setUpBrowser();
    const gift = { gift_wrap: 'yes', gift_note: 'With love' };
    await expect(send(gift)).rejects.toMatchObject({ code: 'conflict', message: ORDER_MESSAGES.noGiftWrap });
    await setService(db, 'giftWrap.offered');
    await setService(db, 'giftWrap.noteCharacters', '5');
    await expect(send(gift)).rejects.toMatchObject({
      fields: { gift_note: 'The note can have at most 5 characters.' },
    });
    await send({ ...gift, gift_note: 'Love' });
    expect(await readOrders()).toMatchObject([{ gift_wrap: 1, gift_wrap_paise: 4_900, gift_note: 'Love' }]);
  });

  test('by a guest places an order and returns a token that gives access to it', async () => {
    const { shop, send, visit } = await setUpBrowser();
    const placedOrder = await send({ note: 'Ring twice', total: 639 });
    expect(placedOrder).toEqual({
      _id: expect.any(String),
      number: expect.stringMatching(/^TA-\d{4}-000001$/),
      total: 639,
      orderStatus: 'placed',
      paymentStatus: 'cod',
      next: `/orders/track/${placedOrder.token}?placed=1`,
      token: expect.any(String),
    });
    const viewer = orderViewer(visit(`/orders/x?token=${placedOrder.token}`));
    expect(await ownOrder(shop, placedOrder._id, viewer)).toMatchObject({ note: 'Ring twice', customer_id: null });
    await expect(ownOrder(shop, placedOrder._id, orderViewer(visit('/')))).rejects.toMatchObject({ code: 'not_found' });
    expect((await orderOfToken(shop, placedOrder.token))?.id).toBe(placedOrder._id);
    expect(await orderOfToken(shop, 'forged')).toBeUndefined();
  });

  test('by a customer uses the account’s contact and a saved address', async () => {
    const { db, shop, session, send, readOrders } = await setUpBrowser({}, true);
    const { _id } = await createAddress(shop, ADDRESS, session.customer.id);
    const placedOrder = await send({ contact: undefined, address: _id, payment: 'test' });
    expect(placedOrder).toMatchObject({
      orderStatus: 'pending',
      paymentStatus: 'unpaid',
      next: `/checkout/payment/${placedOrder._id}`,
    });
    const { email, mobile, id } = session.customer;
    expect(await readOrders()).toMatchObject([
      { email, mobile, customer_id: id, payment_method: 'test', address_json: expect.stringContaining(ADDRESS.street) },
    ]);
    expect(
      (await listCustomerOrders(db, id, 1)).orders.map(({ order, lines }) => [order.id, lines.map(({ slug }) => slug)]),
    ).toEqual([[placedOrder._id, ['test-scarf']]]);
    expect(await listCustomerOrders(db, 'another', 1)).toEqual({ orders: [], total: 0 });
    await expect(send({ address: 'another' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('with the same key in the header or body does not place a second order', async () => {
    const { send, readOrders } = await setUpBrowser();
    const firstResponse = await send({ idempotency_key: 'k1' });
    expect((await send({}, { 'idempotency-key': 'k1' }))._id).toBe(firstResponse._id);
    expect((await send({ idempotency_key: 'other' }, { 'idempotency-key': 'k1' }))._id).toBe(firstResponse._id);
    await expect(send({ idempotency_key: 'k2' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await readOrders()).toHaveLength(1);
  });

  test('with a key that is too long is rejected because another key could begin with the same characters', async () => {
    const { send, readOrders } = await setUpBrowser();
    const key = 'k'.repeat(200);
    await expect(send({}, { 'idempotency-key': `${key}1` })).rejects.toMatchObject({ code: 'invalid' });
    expect(await readOrders()).toEqual([]);
    await send({}, { 'idempotency-key': key });
    expect(await readOrders()).toHaveLength(1);
  });

  test.each([
    [{ GUEST_CHECKOUT: 'off' }, {}, { code: 'not_logged_in', message: ORDER_MESSAGES.logIn }],
    [{}, { payment: 'razorpay' }, { code: 'invalid', fields: { payment: ORDER_MESSAGES.payment } }],
    [{}, { contact: undefined }, { code: 'invalid', fields: { contact: ORDER_MESSAGES.contact } }],
    [{}, { address: 'someone’s' }, { code: 'not_found' }],
    [{}, { total: 1 }, { code: 'conflict' }],
  ])('to a shop with the settings %j and with the fields %j is rejected', async (env, change, refusal) => {
    const { send, readOrders, stock } = await setUpBrowser(env);
    await expect(send(change)).rejects.toMatchObject(refusal);
    expect(await readOrders()).toEqual([]);
    expect((await stock())['test-scarf']).toEqual({ stock: 50, sold: 0 });
  });

  test('with cash on delivery from an unverified mailbox emails a code instead of placing an order', async () => {
    const { jar, send, readOrders, mails } = await setUpBrowser({ CASH_VARIANT_PIECES: '1', CASH_VARIANT_SHARE: '1' });
    await expect(send()).rejects.toMatchObject({ code: 'unverified', message: ORDER_MESSAGES.codeMailed });
    expect(jar.get('order-code')?.value).toEqual(expect.any(String));
    expect(await mails('code')).toHaveLength(1);
    expect(await readOrders()).toEqual([]);
  });

  test('notifies the owner if many cash orders are the reason for the code, but not if a blocked customer is', async () => {
    const busyShop = await setUpBrowser({ CASH_VARIANT_PIECES: '1', CASH_VARIANT_SHARE: '1' });
    await setOwnerEmail(busyShop.shop);
    await expect(busyShop.send()).rejects.toMatchObject({ code: 'unverified' });
    expect(await busyShop.mails('owner_orderWave')).toHaveLength(1);
    const { shop, send, mails } = await setUpBrowser();
    await setOwnerEmail(shop);
    await blockCustomer(shop, { ...CONTACT, reason: '' }, { order: 'o1' });
    await expect(send()).rejects.toMatchObject({ code: 'unverified' });
    expect(await mails('code')).toHaveLength(1);
    expect(await mails('owner_orderWave')).toEqual([]);
  });

  test('by a guest places an order that is claimed only once, by the account with the same mailbox', async () => {
    const { db, shop, send } = await setUpBrowser();
    const { _id } = await send();
    const asha = await addCustomer(db);
    await db.write.updateTable('customer').set({ email: CONTACT.email }).where('id', '=', asha.id).execute();
    expect(await claimGuestOrders(shop, { id: asha.id, email: 'bina@example.in' })).toBe(0);
    expect(await claimGuestOrders(shop, { id: asha.id, email: 'ASHA@example.in' })).toBe(1);
    expect(await claimGuestOrders(shop, { id: asha.id, email: CONTACT.email })).toBe(0);
    expect((await ownOrder(shop, _id, { customerId: asha.id })).id).toBe(_id);
  });
});

test.each([
  [0, ''],
  [1, 'The order that you placed as a guest is in your account now.'],
  [2, 'The 2 orders that you placed as a guest are in your account now.'],
])('%i claimed orders give the notice “%s”', (orderCount, notice) =>
  expect(claimedOrdersNotice(orderCount)).toBe(notice),
);
