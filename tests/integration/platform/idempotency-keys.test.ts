import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addCustomer } from '#support/customers.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

/** The shop has two processes with one database, as behind a proxy. */
describe.each(['sqlite', 'postgres'] as const)('an idempotency key [%s]', (engine) => {
  const isSkipped = engine === 'postgres' && !inject('postgresUrl');
  const data = temporaryDir(`keys-${engine}`);
  let db: ShopDatabase;
  let shops: ShopProcess[] = [];
  let variant: string;
  let dropDatabase = async () => {};

  beforeAll(async () => {
    if (isSkipped) return;
    const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
    dropDatabase = async () => database?.drop();
    db = await smallShop(data.dir, database?.url);
    await stockGoods(db);
    variant = await variantOf(db, 'test-scarf');
    const env: Record<string, string> = { TRUSTED_PROXIES: '1', DATABASE_URL: database?.url ?? '' };
    for (let n = 0; n < 2; n++) shops.push(await startShop({ dataDir: data.dir, env }));
  });

  afterAll(async () => {
    if (isSkipped) return;
    for (const shop of shops) await shop.stop();
    shops = [];
    await db.close();
    await dropDatabase();
    data.remove();
  });

  async function createVisitor() {
    const { id, token } = await addCustomer(db);
    const buyer = new HttpBuyer();
    /** Sends the request concurrently to both processes, twice each. */
    const send = (path: string, body: unknown, key: string, method = 'POST') =>
      Promise.all(
        [...shops, ...shops].map(({ origin }) =>
          buyer.send(method, origin, path, body, { cookie: `session=${token}`, 'idempotency-key': key }),
        ),
      );
    const readCartLines = async () =>
      await db.write
        .selectFrom('cart_line')
        .innerJoin('cart', 'cart.id', 'cart_line.cart_id')
        .select(['cart_line.id', 'cart_line.quantity'])
        .where('customer_id', '=', id)
        .execute();
    return { id, token, send, readCartLines };
  }

  const ADD_TO_CART_PATH = '/public/cart/create';
  const newCartLine = () => ({ product: 'test-scarf', variant, quantity: 2 });

  test.skipIf(isSkipped)('makes simultaneous requests add to the cart only once', async () => {
    const { send, readCartLines } = await createVisitor();
    const responses = await send(ADD_TO_CART_PATH, newCartLine(), 'same-key');
    expect(responses.map(({ status, message }) => [status, message])).toEqual(
      Array.from({ length: 4 }, () => [200, 'Added to cart']),
    );
    expect((await readCartLines()).map(({ quantity }) => quantity)).toEqual([2]);

    // The same key from another customer is a different key.
    const otherVisitor = await createVisitor();
    await otherVisitor.send(ADD_TO_CART_PATH, newCartLine(), 'same-key');
    expect((await otherVisitor.readCartLines()).map(({ quantity }) => quantity)).toEqual([2]);
    expect((await readCartLines()).map(({ quantity }) => quantity)).toEqual([2]);
    await send(ADD_TO_CART_PATH, newCartLine(), 'other-key');
    expect((await readCartLines()).map(({ quantity }) => quantity)).toEqual([4]);
  });

  test.skipIf(isSkipped)('prevents a repeated quantity, wish or review from undoing a later one', async () => {
    const { id, send, readCartLines } = await createVisitor();
    await send(ADD_TO_CART_PATH, newCartLine(), 'add');
    const updatePath = `/public/cart/update/${(await readCartLines())[0]?.id}`;
    for (const [quantity, key] of [
      [5, 'five'],
      [3, 'three'],
      [5, 'five'],
    ] as const)
      await send(updatePath, { quantity }, key, 'PATCH');
    expect((await readCartLines()).map(({ quantity }) => quantity)).toEqual([3]);

    const wishPath = '/public/wishlist/create';
    for (const [wanted, key] of [
      [true, 'wanted'],
      [false, 'unwanted'],
      [true, 'wanted'],
    ] as const) {
      const responses = await send(wishPath, { product: 'test-scarf', wanted }, key);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    const wishes = db.write.selectFrom('wishlist_entry').select('id').where('customer_id', '=', id);
    expect(await wishes.execute()).toEqual([]);

    for (const [summary, key] of [
      ['Soft', 'first'],
      ['Soft and warm', 'second'],
      ['Soft', 'first'],
    ] as const)
      await send('/public/reviews/create', { product: 'test-scarf', rating: 5, summary }, key);
    const reviews = db.write.selectFrom('review').select('summary').where('customer_id', '=', id);
    expect(await reviews.execute()).toEqual([{ summary: 'Soft and warm' }]);
  });

  test.skipIf(isSkipped)('is not used up by an action that was queued for another customer', async () => {
    const { send, readCartLines, token } = await createVisitor();
    const buyer = new HttpBuyer();
    const [shop] = shops;
    const headers = { cookie: `session=${token}`, 'idempotency-key': 'k', 'for-customer': 'somebody-else' };
    const response = await buyer.post(shop?.origin ?? '', ADD_TO_CART_PATH, newCartLine(), headers);
    expect([response.status, await readCartLines()]).toEqual([412, []]);
    const guest = await buyer.post(shop?.origin ?? '', ADD_TO_CART_PATH, newCartLine(), {
      ...headers,
      'for-customer': '',
    });
    expect(guest.status).toBe(412);
    await send(ADD_TO_CART_PATH, newCartLine(), 'k');
    expect(await readCartLines()).toHaveLength(1);
  });

  test.skipIf(isSkipped)('from a guest applies only to this guest’s cart', async () => {
    const guest = new HttpBuyer();
    const key = { 'idempotency-key': 'guest-key', 'for-customer': '' };
    for (const { origin } of [...shops, ...shops]) {
      const { data: guestCart } = await guest.post(origin, ADD_TO_CART_PATH, newCartLine(), key);
      expect((guestCart.lines as { quantity: number }[]).map(({ quantity }) => quantity)).toEqual([2]);
    }
    const stranger = new HttpBuyer('203.0.113.9');
    const { data: strangerCart } = await stranger.post(shops[0]?.origin ?? '', ADD_TO_CART_PATH, newCartLine(), key);
    expect((strangerCart.lines as { quantity: number }[]).map(({ quantity }) => quantity)).toEqual([2]);
  });
});
