import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { type BuyerResponse, HttpBuyer } from '#support/http-buyer.ts';
import { stockAndSold } from '#support/order-fixture.ts';
import type { ShopProcess } from '#support/shop-process.ts';
import { startTwoServers } from '#support/two-servers.ts';

/** The number of buyers. For a long run, set `BUYERS=200`. */
const BUYER_COUNT = Number(process.env.BUYERS ?? 60);

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(
    `with many buyers on two servers [${engine}]`,
    () => {
      let db: ShopDatabase;
      let servers: ShopProcess[] = [];
      let close = async () => {};

      beforeAll(async () => {
        const openStockedDatabase = async (dataDir: string, databaseUrl: string | undefined) => {
          const database = await openDatabase({ dataDir, databaseUrl });
          await migrate(database);
          await stockGoods(database);
          return database;
        };
        ({ db, servers, close } = await startTwoServers(engine, openStockedDatabase, { TRUSTED_PROXIES: '1' }));
      });

      afterAll(() => close());

      const originOf = (n: number) => servers[n % servers.length]!.origin;

      /** Fills every buyer's cart. Then all buyers order concurrently, a quarter of them twice with the same key. */
      async function orderConcurrently(slug: string, quantity: number, hasCoupon = false): Promise<BuyerResponse[]> {
        const variant = await variantOf(db, slug);
        const buyers = Array.from({ length: BUYER_COUNT }, (_, n) => new HttpBuyer(`203.0.113.${n}`));
        for (let from = 0; from < BUYER_COUNT; from += 20) {
          const batch = buyers.slice(from, from + 20);
          const additions = await Promise.all(
            batch.map((buyer, n) => buyer.addToCart(originOf(n), slug, variant, quantity)),
          );
          expect(additions.map(({ status }) => status)).toEqual(Array(20).fill(200));
        }
        if (hasCoupon) await db.write.updateTable('cart').set({ coupon_code: 'ONCE' }).execute();
        const orders = buyers.flatMap((buyer, n) => {
          const order = (server: number) => orderWithRetries(buyer, originOf(server), `rush-${slug}-${hasCoupon}-${n}`);
          return n % 4 === 0 ? [order(n), order(n + 1)] : [order(n)];
        });
        return Promise.all(orders);
      }

      /** Sends an order, and retries it while the shop responds with 503, which can happen on a slow machine. */
      async function orderWithRetries(buyer: HttpBuyer, origin: string, key: string): Promise<BuyerResponse> {
        for (let attempt = 1; ; attempt++) {
          const response = await buyer.order(origin, key);
          if (response.status !== 503 || attempt === 20) return response;
          await wait(500);
        }
      }

      function idsOf(responses: BuyerResponse[]): Set<unknown> {
        for (const { status } of responses) expect([200, 409]).toContain(status);
        return new Set(responses.filter(({ status }) => status === 200).map(({ data }) => data._id));
      }

      async function setStock(slug: string, quantity: number, boltsCm: number[] = []): Promise<void> {
        const id = Number(await variantOf(db, slug));
        await db.write.updateTable('variant').set({ quantity }).where('id', '=', id).execute();
        await db.write.deleteFrom('bolt').where('variant_id', '=', id).execute();
        const bolts = boltsCm.map((length_cm, position) => ({ variant_id: id, position, length_cm }));
        if (bolts.length > 0) await db.write.insertInto('bolt').values(bolts).execute();
      }

      test('the last 10 pieces result in exactly 10 orders', async () => {
        await setStock('test-scarf', 10);
        expect(idsOf(await orderConcurrently('test-scarf', 1)).size).toBe(10);
        expect((await stockAndSold(db))['test-scarf']).toEqual({ stock: 0, sold: 10 });
        const numbers = await db.write.selectFrom('orders').select('number').execute();
        expect(new Set(numbers.map(({ number }) => number)).size).toBe(10);
        expect(
          (await db.write.selectFrom('outbox').select('id').where('kind', '=', 'order_placed').execute()).length,
        ).toBe(10);
      });

      test('10 lengths of 2 m on three bolts with remnants result in exactly 10 orders', async () => {
        // The bolts yield 3 + 3 + 4 lengths, and remnants that are too short for another length.
        await setStock('test-cloth', 2_400, [750, 700, 950]);
        expect(idsOf(await orderConcurrently('test-cloth', 2)).size).toBe(10);
        expect((await stockAndSold(db))['test-cloth']).toEqual({ stock: 400, sold: 2_000 });
        const bolts = await db.write.selectFrom('bolt').select('length_cm').orderBy('position').execute();
        expect(bolts.map((bolt) => bolt.length_cm)).toEqual([150, 100, 150]);
      });

      test('a coupon with one use left is used by exactly one order', async () => {
        await db.write
          .insertInto('coupon')
          .values({ ...ONE_USE_COUPON, code: 'ONCE', kind: 'fixed', value: 5_000 })
          .execute();
        await setStock('test-scarf', 500);
        expect(idsOf(await orderConcurrently('test-scarf', 1, true)).size).toBe(1);
        const uses = await db.write.selectFrom('orders').select('id').where('coupon_code', '=', 'ONCE').execute();
        expect(uses.length).toBe(1);
      });
    },
  );
}
