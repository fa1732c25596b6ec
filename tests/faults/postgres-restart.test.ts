import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { stockAndSold } from '#support/order-fixture.ts';
import { startPostgres } from '#support/postgres.ts';
import { retryWhileUnavailable } from '#support/retry-while-unavailable.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

const CLIENTS = 8;
const CRASHES = 3;
const IN_STOCK = 100_000;
test.skipIf(process.env.TEST_DATABASE_URL)(
  'when PostgreSQL crashes, checkouts get 503, no acknowledged order is lost, and the shop recovers',
  async () => {
    const server = await startPostgres();
    if (!server?.crash) throw new Error('PostgreSQL was not found');
    const database = await createDatabase(server.url);
    const data = temporaryDir('postgres-restart');
    const setup = await openDatabase({ databaseUrl: database.url, dataDir: '' });
    await migrate(setup);
    await stockGoods(setup);
    await setup.write.updateTable('variant').set({ quantity: IN_STOCK }).where('sku', '=', 'TS').execute();
    const variant = await variantOf(setup, 'test-scarf');
    await setup.close();
    const shop = await startShop({ dataDir: data.dir, env: { DATABASE_URL: database.url, TRUSTED_PROXIES: '1' } });

    const statuses = new Set<number>();
    const acknowledged = new Map<string, unknown>();
    let isOver = false;
    const retries = { pauseMs: 50, onResponse: (status: number) => statuses.add(status) };
    async function client(n: number): Promise<void> {
      for (let round = 0; !isOver; round++) {
        const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
        expect(
          (await retryWhileUnavailable(() => buyer.addToCart(shop.origin, 'test-scarf', variant, 1), retries)).status,
        ).toBe(200);
        const key = `${n}-${round}`;
        const response = await retryWhileUnavailable(() => buyer.order(shop.origin, key), retries);
        expect([response.status, response.message]).toEqual([200, 'Your order has been placed.']);
        acknowledged.set(key, response.data._id);
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
    for (let n = 0; n < CRASHES; n++) {
      await wait(1_500);
      const restart = await server.crash();
      await wait(1_500);
      expect(shop.child.exitCode, shop.output().slice(-3_000)).toBeNull();
      const page = await fetch(`${shop.origin}/cart`, { headers: { accept: 'text/html', cookie: 'cart=x' } });
      expect(page.status, `${await page.text()}\n${shop.output().slice(-3_000)}`).toBe(503);
      restart();
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { timeout: 45_000 }).toBeGreaterThan(before);
    }
    isOver = true;
    await clients;
    expect([...statuses].sort(), shop.output().slice(-2_000)).toEqual([200, 503]);
    expect(shop.child.exitCode).toBeNull();
    await shop.stop();

    const db = await openDatabase({ databaseUrl: database.url, dataDir: '' });
    const orders = await db.write.selectFrom('orders').select('id').execute();
    expect(new Set(orders.map(({ id }) => id))).toEqual(new Set(acknowledged.values()));
    expect((await stockAndSold(db))['test-scarf']).toEqual({ stock: IN_STOCK - orders.length, sold: orders.length });
    const mails = await db.write.selectFrom('outbox').select('id').where('kind', '=', 'order_placed').execute();
    expect(mails.length).toBe(orders.length);
    await db.close();
    await database.drop();
    await server.stop();
    data.remove();
  },
);
