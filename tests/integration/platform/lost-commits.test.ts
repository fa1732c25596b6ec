import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { OUTCOME_UNKNOWN, SERVICE_UNAVAILABLE } from '#lib/platform/http/unavailable-page.server.ts';
import { CONTACT_MESSAGE } from '#support/contact-message.ts';
import { addCustomer } from '#support/customers.ts';
import { type FlakyProxy, startFlakyProxy } from '#support/flaky-proxy.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { type BuyerResponse, HttpBuyer } from '#support/http-buyer.ts';
import { MULTIPART_TYPE, multipartBody } from '#support/multipart.ts';
import { HOME } from '#support/order-fixture.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

describe.skipIf(!inject('postgresUrl'))('a lost response to COMMIT', () => {
  const data = temporaryDir('lost-commits');
  let db: ShopDatabase;
  let proxy: FlakyProxy;
  let shop: ShopProcess;
  let variant: string;
  let dropDatabase = async () => {};

  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'));
    dropDatabase = database.drop;
    db = await smallShop(data.dir, database.url);
    await stockGoods(db);
    variant = await variantOf(db, 'test-scarf');
    const url = new URL(database.url);
    proxy = await startFlakyProxy(Number(url.port || 5432));
    url.host = `127.0.0.1:${proxy.port}`;
    shop = await startShop({ dataDir: data.dir, env: { DATABASE_URL: url.href, TRUSTED_PROXIES: '1' } });
  });

  afterAll(async () => {
    await shop.stop();
    await proxy.close();
    await db.close();
    await dropDatabase();
    data.remove();
  });

  /** Sends a request while responses to COMMIT are lost, and then sends it again. */
  async function submitTwice(
    send: () => Promise<BuyerResponse>,
  ): Promise<[first: BuyerResponse, second: BuyerResponse]> {
    proxy.fault = 'loses-commit-responses';
    const commitsBefore = proxy.lostCommitResponses;
    const firstResult = await send();
    // Commits by the shop's background jobs may also be lost.
    expect(proxy.lostCommitResponses, JSON.stringify(firstResult)).toBeGreaterThan(commitsBefore);
    proxy.fault = 'none';
    return [firstResult, await send()];
  }

  const countRows = async (table: 'address' | 'contact_message' | 'orders' | 'ticket' | 'ticket_message' | 'review') =>
    (await db.write.selectFrom(table).selectAll().execute()).length;

  const readCartQuantities = async () =>
    (await db.write.selectFrom('cart_line').select('quantity').execute()).map(({ quantity }) => quantity);

  test.each(['with an idempotency key', 'without an idempotency key'])(
    'of an order %s does not cause a second order; the second submission succeeds',
    async (label) => {
      const buyer = new HttpBuyer();
      expect((await buyer.addToCart(shop.origin, 'test-scarf', variant, 1)).status).toBe(200);
      const countBefore = await countRows('orders');
      const body = { contact: { email: 'buyer@example.in', mobile: '9876543210' }, address: HOME, payment: 'cod' };
      const key: Record<string, string> = label === 'with an idempotency key' ? { 'idempotency-key': 'once' } : {};
      const [firstResponse, secondResponse] = await submitTwice(() =>
        buyer.post(shop.origin, '/public/orders/create', body, key),
      );
      expect([firstResponse.status, firstResponse.message]).toEqual([503, OUTCOME_UNKNOWN]);
      expect([secondResponse.status, secondResponse.message]).toEqual([200, 'Your order has been placed.']);
      expect(await countRows('orders')).toBe(countBefore + 1);
      expect(await readCartQuantities()).toEqual([]);
    },
  );

  test('does not cause a second addition to the cart, whereas a third submission adds again', async () => {
    const buyer = new HttpBuyer();
    expect((await buyer.addToCart(shop.origin, 'test-kurta', await variantOf(db, 'test-kurta'), 1)).status).toBe(200);
    const [firstResponse, secondResponse] = await submitTwice(() =>
      buyer.addToCart(shop.origin, 'test-scarf', variant, 1),
    );
    expect([firstResponse.status, firstResponse.message]).toEqual([503, OUTCOME_UNKNOWN]);
    expect(secondResponse.status).toBe(200);
    expect(await readCartQuantities()).toEqual([1, 1]);
    expect((await buyer.addToCart(shop.origin, 'test-scarf', variant, 1)).status).toBe(200);
    expect((await readCartQuantities()).sort()).toEqual([1, 2]);
  });

  test('does not cause a second contact message, address, ticket, reply or review', async () => {
    const { token } = await addCustomer(db);
    const customer = new HttpBuyer();
    const postAsCustomer = (path: string, fields: Record<string, unknown>) => () => {
      const cookie = `session=${token}; ${customer.cookieHeader()}`;
      if (!path.includes('ticket')) return customer.post(shop.origin, path, fields, { cookie });
      const parts = Object.entries(fields).map(([name, content]) => ({ name, content: String(content) }));
      const body = multipartBody(parts).toString();
      return customer.post(shop.origin, path, body, { cookie, 'content-type': MULTIPART_TYPE });
    };
    const ticket = { subject: 'Late parcel', priority: 'low', message: 'It has not come yet.' };
    const review = { product: 'test-scarf', rating: 5, summary: 'Soft and warm, and as shown.' };
    for (const [table, path, body] of [
      ['contact_message', '/public/contact/create', { ...CONTACT_MESSAGE }],
      ['address', '/public/address/create', { ...HOME }],
      ['ticket', '/public/support-ticket/create', ticket],
      ['review', '/public/reviews/create', review],
    ] as const) {
      const countBefore = await countRows(table);
      const [firstResponse, secondResponse] = await submitTwice(postAsCustomer(path, body));
      expect([path, firstResponse.status, firstResponse.message]).toEqual([path, 503, OUTCOME_UNKNOWN]);
      expect(secondResponse.status, `${path}: ${secondResponse.message}`).toBe(200);
      expect([path, await countRows(table)]).toEqual([path, countBefore + 1]);
    }
    const { id } = await db.write.selectFrom('ticket').select('id').executeTakeFirstOrThrow();
    const reply = postAsCustomer(`/public/support-ticket/send-message/${id}`, { message: 'Still not here.' });
    const [firstResponse, secondResponse] = await submitTwice(reply);
    expect([firstResponse.status, secondResponse.status]).toEqual([503, 200]);
    expect(await countRows('ticket_message')).toBe(2);
  });

  test('is not reported if the database fails before COMMIT', async () => {
    const buyer = new HttpBuyer();
    await buyer.addToCart(shop.origin, 'test-scarf', variant, 1);
    proxy.fault = 'down';
    const response = await buyer.order(shop.origin, 'away');
    proxy.fault = 'none';
    expect([response.status, response.message]).toEqual([503, SERVICE_UNAVAILABLE]);
  });
});
