import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { setConfirmationRules } from '#support/cash-confirmation.ts';
import { blockUpdates } from '#support/killed-shop.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`kill -9 during order release [${engine}]`, () => {
    test('leaves each order either fully released or waiting; other processes release each waiting order once', async () => {
      const data = temporaryDir('killed-release');
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      const db = await smallShop(data.dir, database?.url);
      const { shop, place, cartOf, stock } = orderFixture(db, Date.now() - DAY_MS);
      await setConfirmationRules(shop, { when: 'always', remindAfterHours: 1, releaseAfterHours: 24 });
      const before = await stock();
      const first = (await place(await cartOf(['loom-kurta', 1]))).id;
      const second = (await place(await cartOf(['loom-kurta', 1]))).id;
      const setRemindedAt = (reminded_at: number) => db.write.updateTable('cash_confirmation').set({ reminded_at });
      await setRemindedAt(Date.now()).execute();
      const later = sql<number>`asked_at + 1`;
      await db.write.updateTable('cash_confirmation').set({ asked_at: later }).where('order_id', '=', second).execute();
      const start = () => startShop({ dataDir: data.dir, env: { DATABASE_URL: database?.url ?? '' } });

      const killed = await start();
      const unblock = await blockUpdates(db, database?.url, { table: 'orders', column: 'order_status', id: second });
      // The confirmation period has just ended for both orders; the first one is released first.
      await setRemindedAt(Date.now() - 23 * HOUR_MS).execute();
      await expect.poll(() => statesOf(db)).toEqual(['released', 'waiting']);
      await killed.stop('SIGKILL');
      await unblock();
      expect(await statesOf(db)).toEqual(['released', 'waiting']);
      const otherShops = await Promise.all([start(), start()]);
      await expect.poll(() => statesOf(db)).toEqual(['released', 'released']);
      await Promise.all(otherShops.map((other) => other.stop()));

      for (const id of [first, second]) expect(await mailsOf(db, id)).toEqual(['order_confirm', 'order_not_confirmed']);
      expect(await stock()).toEqual(before);
      const restocked = db.write.selectFrom('stock_ledger').select('order_id').where('why', '=', 'cancelled');
      expect((await restocked.orderBy('order_id').execute()).map(({ order_id }) => order_id)).toEqual(
        [first, second].sort(),
      );
      await db.close();
      await database?.drop();
      data.remove();
    });
  });
}

async function statesOf({ write }: ShopDatabase): Promise<string[]> {
  const rows = await write.selectFrom('cash_confirmation').select('state').orderBy('state').execute();
  return rows.map(({ state }) => state);
}

async function mailsOf({ write }: ShopDatabase, id: string): Promise<string[]> {
  const mails = write.selectFrom('outbox').select('kind').where('thread', '=', `order:${id}`);
  return (await mails.orderBy('kind').execute()).map(({ kind }) => kind);
}
