import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

/**
 * The times after which the client disconnects: usually before the shop has read the request, while the shop handles
 * the request, or after the response.
 */
const DISCONNECTS_MS = [0, 4, 8, 200];

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`a retry after a lost response [${engine}]`, () => {
    test.each(['cod', 'test'])('does not repeat an order, email or charge with payment by %s', async (payment) => {
      const { db, shop, variant, close } = await openShop(engine);
      for (const ms of DISCONNECTS_MS) {
        const email = `${payment}-${ms}@example.in`;
        const details = { payment, contact: { email, mobile: '9876543210' } };
        const buyer = new HttpBuyer();
        await buyer.addToCart(shop.origin, 'test-scarf', variant, 2);
        const readPlacedOrders = () => db.write.selectFrom('orders').selectAll().where('email', '=', email).execute();
        await buyer.order(shop.origin, 'cut-off', details, AbortSignal.timeout(ms));
        const retries = await Promise.all([1, 2, 3].map(() => buyer.order(shop.origin, 'cut-off', details)));
        const [order] = await readPlacedOrders();
        expect(retries.map(({ status, data }) => [status, data._id])).toEqual(Array(3).fill([200, order?.id]));
        expect(await readPlacedOrders()).toHaveLength(1);
        const token = encodeURIComponent(String(retries[0]?.data.token));
        const paymentPage = `/public/payment-gateway/${order?.id}?token=${token}`;
        for (const _ of [1, 2]) await buyer.post(shop.origin, paymentPage, { method: payment });
        const countCharges = async () =>
          (
            await db.write
              .selectFrom('payment_attempt')
              .selectAll()
              .where('order_id', '=', order?.id ?? '')
              .execute()
          ).length;
        // The shop calls the gateway outside the request, and the test must not send the outcome before this call.
        if (payment === 'test') await expect.poll(countCharges).toBe(1);
        for (const _ of [1, 2]) await buyer.post(shop.origin, paymentPage, { outcome: 'approve' });
        expect(await countCharges()).toBe(payment === 'cod' ? 0 : 1);
        expect(await db.write.selectFrom('refund').selectAll().execute()).toEqual([]);
        const mails = await db.write.selectFrom('outbox').select('kind').where('to_address', '=', email).execute();
        const kinds = payment === 'cod' ? ['order_placed'] : ['order_payment_pending', 'order_payment_received'];
        expect(mails.map(({ kind }) => kind).sort()).toEqual(kinds);
      }
      await close();
    });
  });
}

async function openShop(engine: 'sqlite' | 'postgres') {
  const data = temporaryDir('lost-responses');
  const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
  const db = await openDatabase({ dataDir: data.dir, databaseUrl: database?.url });
  await migrate(db);
  await stockGoods(db);
  await db.write.updateTable('variant').set({ quantity: 1_000 }).where('sku', '=', 'TS').execute();
  const variant = await variantOf(db, 'test-scarf');
  const shop = await startShop({ dataDir: data.dir, env: { DATABASE_URL: database?.url ?? '' } });
  async function close(): Promise<void> {
    await shop.stop();
    await db.close();
    await database?.drop();
    data.remove();
  }
  return { db, shop, variant, close };
}
