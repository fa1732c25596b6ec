import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, inject, test, vi } from 'vitest';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { stockAndSold } from '#support/order-fixture.ts';
import { retryWhileUnavailable } from '#support/retry-while-unavailable.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

const CLIENT_COUNT = 16;
const INITIAL_STOCK = 100_000;
const RETRY_OPTIONS = { pauseMs: 100 };

/** The number of times that the shop is killed. For a long run, set `KILLS=40`. */
const KILL_COUNT = Number(process.env.KILLS ?? 6);
vi.setConfig({ testTimeout: KILL_COUNT * 60_000 });

for (const [engine, killCount] of [
  ['sqlite', KILL_COUNT],
  ['postgres', Math.ceil(KILL_COUNT / 3)],
] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`kill -9 during checkouts [${engine}]`, () => {
    test('keeps each acknowledged order exactly once with one email, and loses no stock', async () => {
      const data = temporaryDir('killed');
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      const db = await openDatabase({ dataDir: data.dir, databaseUrl: database?.url });
      await migrate(db);
      await stockGoods(db);
      await db.write.updateTable('variant').set({ quantity: INITIAL_STOCK }).where('sku', '=', 'TS').execute();
      const env = { DATABASE_URL: database?.url ?? '', TRUSTED_PROXIES: '1' };
      const acknowledgedIds = await buyWhileKilling(db, killCount, () => startShop({ dataDir: data.dir, env }));

      const orders = await db.write.selectFrom('orders').select(['id', 'number']).execute();
      expect(acknowledgedIds.size).toBeGreaterThan(CLIENT_COUNT);
      expect(new Set(orders.map(({ id }) => id))).toEqual(new Set(acknowledgedIds.values()));
      expect(new Set(orders.map(({ number }) => number)).size).toBe(orders.length);
      expect((await stockAndSold(db))['test-scarf']).toEqual({
        stock: INITIAL_STOCK - orders.length,
        sold: orders.length,
      });
      const mails = await db.write.selectFrom('outbox').select('id').where('kind', '=', 'order_placed').execute();
      expect(mails.length).toBe(orders.length);
      if (engine === 'sqlite') {
        const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.write);
        expect(check.rows).toEqual([{ integrity_check: 'ok' }]);
      }
      await db.close();
      await database?.drop();
      data.remove();
    });
  });
}

/** Returns the ids of acknowledged orders by idempotency key. Clients without a response retry with the same key. */
async function buyWhileKilling(
  db: ShopDatabase,
  killCount: number,
  start: () => ReturnType<typeof startShop>,
): Promise<Map<string, unknown>> {
  const acknowledgedIds = new Map<string, unknown>();
  const variant = await variantOf(db, 'test-scarf');
  let server = await start();
  let isOver = false;

  async function runClient(n: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
      const addition = await retryWhileUnavailable(
        () => buyer.addToCart(server.origin, 'test-scarf', variant, 1),
        RETRY_OPTIONS,
      );
      expect(addition.status).toBe(200);
      const key = `${n}-${round}`;
      // If a server is killed after the commit, the order exists but its buyer has no response yet.
      const response = await retryWhileUnavailable(() => buyer.order(server.origin, key), RETRY_OPTIONS);
      expect([response.status, response.message]).toEqual([200, 'Your order has been placed.']);
      acknowledgedIds.set(key, response.data._id);
    }
  }

  const clients = Promise.all(Array.from({ length: CLIENT_COUNT }, (_, n) => runClient(n)));
  for (let kill = 0; kill < killCount; kill++) {
    // The test waits for orders instead of a fixed time, in which a slow shop might not accept any order.
    const target = acknowledgedIds.size + 1 + Math.random() * 3 * CLIENT_COUNT;
    while (acknowledgedIds.size < target) await wait(5);
    await wait(Math.random() * 50);
    await server.stop('SIGKILL');
    server = await start();
  }
  isOver = true;
  await clients;
  await server.stop();
  return acknowledgedIds;
}
