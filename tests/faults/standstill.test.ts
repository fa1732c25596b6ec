import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { REQUEST_LIMITS } from '#lib/platform/db/query/limits.ts';
import { startFlakyProxy } from '#support/flaky-proxy.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { expectNothingLost, startRetryingBuyers } from '#support/retrying-buyers.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

const IN_STOCK = 1_000_000;
const FAULT_MS = 20_000;
const MAX_WRITE_MS = 7_000;
/** A request that waited for a lock or for the server would take at least this long. */
const MAX_READ_MS = REQUEST_LIMITS.lockMs;

async function openStockedShop(dir: string, url?: string): Promise<{ db: ShopDatabase; variant: string }> {
  const db = await smallShop(dir, url);
  await stockGoods(db);
  await db.write.updateTable('variant').set({ quantity: IN_STOCK }).where('sku', '=', 'TS').execute();
  return { db, variant: await variantOf(db, 'test-scarf') };
}

/** Requests each URL repeatedly until the returned function is called, which returns the slowest response. */
function startVisitor(urls: string[]) {
  let isOver = false;
  const slowest = { url: '', ms: 0 };
  const ended = Promise.all(
    urls.map(async (url) => {
      while (!isOver) {
        const startedAt = performance.now();
        const response = await fetch(url);
        await response.arrayBuffer();
        const ms = performance.now() - startedAt;
        expect(response.status, url).toBe(200);
        if (ms > slowest.ms) Object.assign(slowest, { url, ms });
        await wait(20);
      }
    }),
  );
  return async () => {
    isOver = true;
    await ended;
    return slowest;
  };
}

test('SQLite: a write lock held for 20 s does not slow readers or lose orders, and writes are refused quickly', async () => {
  const data = temporaryDir('held-lock');
  const { db, variant } = await openStockedShop(data.dir);
  const shop = await startShop({ dataDir: data.dir, env: { TRUSTED_PROXIES: '1', MAILS_AN_HOUR: '100000' } });
  await fetch(shop.origin);
  const buyers = startRetryingBuyers({ shops: [shop], variant });
  await wait(2_000);
  const lockHolder = new DatabaseSync(`${data.dir}/shop.sqlite`);
  lockHolder.exec('pragma busy_timeout = 5000; begin immediate');
  const stopVisitor = startVisitor([`${shop.origin}/healthz`, `${shop.origin}/`, `${shop.origin}/readyz/pages`]);
  await wait(FAULT_MS);
  const slowest = await stopVisitor();
  lockHolder.exec('rollback');
  lockHolder.close();
  const ordersBefore = buyers.acknowledged.size;
  await expect.poll(() => buyers.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(ordersBefore);
  const figures = await buyers.stop();
  await shop.stop();
  console.log('a held write lock', {
    slowest,
    ...figures,
    ...(await expectNothingLost(db, buyers.acknowledged, IN_STOCK)),
  });
  await db.close();
  data.remove();
  expect(slowest.ms).toBeLessThan(MAX_READ_MS);
  expect(figures.slowestMs).toBeLessThan(MAX_WRITE_MS);
});

test.skipIf(!inject('postgresUrl'))(
  'PostgreSQL: a frozen process, a locked row or a silent server does not slow readers or lose orders',
  async () => {
    const data = temporaryDir('frozen');
    const database = await createDatabase(inject('postgresUrl'));
    const url = new URL(database.url);
    const proxy = await startFlakyProxy(Number(url.port || 5432));
    url.host = `127.0.0.1:${proxy.port}`;
    const { db, variant } = await openStockedShop(data.dir, database.url);
    const env = { DATABASE_URL: url.href, TRUSTED_PROXIES: '1', MAILS_AN_HOUR: '100000' };
    const [shop, sibling] = await Promise.all([0, 1].map(() => startShop({ dataDir: data.dir, env })));
    await fetch(shop!.origin);
    const acknowledged = new Set<unknown>();

    for (let round = 0; round < 5; round++) {
      const buyersOfBoth = startRetryingBuyers({ shops: [shop!, sibling!], variant, acknowledged });
      await wait(1_500);
      sibling!.child.kill('SIGSTOP');
      const ordersBefore = acknowledged.size;
      const stopVisitor = startVisitor([`${shop!.origin}/healthz`, `${shop!.origin}/`]);
      const buyersOfOne = startRetryingBuyers({ shops: [shop!], variant, acknowledged });
      await wait(8_000);
      await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(ordersBefore + 10);
      const slowest = await stopVisitor();
      const figures = await buyersOfOne.stop();
      sibling!.child.kill('SIGCONT');
      await buyersOfBoth.stop();
      console.log('a frozen process', { slowest, ...figures });
      expect(slowest.ms).toBeLessThan(MAX_READ_MS);
      expect(figures.slowestMs).toBeLessThan(MAX_WRITE_MS);
      await db.write.deleteFrom('rate_window').execute();
    }

    for (const fault of ['a held row', 'silence'] as const) {
      const buyers = startRetryingBuyers({ shops: [shop!], variant, acknowledged });
      await wait(1_000);
      let release = () => {};
      const whenReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      const faultTransaction = db.bulk.transaction().execute(async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        if (fault === 'a held row') await tx.updateTable('number_series').set({ value: sql`value` }).execute();
        else proxy.fault = 'silent';
        await whenReleased;
      });
      await wait(500);
      const stopVisitor = startVisitor([`${shop!.origin}/healthz`, `${shop!.origin}/`]);
      await wait(FAULT_MS);
      const slowest = await stopVisitor();
      release();
      await faultTransaction;
      proxy.fault = 'none';
      const ordersBefore = buyers.acknowledged.size;
      await expect.poll(() => buyers.acknowledged.size, { timeout: 15_000 }).toBeGreaterThan(ordersBefore);
      const figures = await buyers.stop();
      console.log(fault, { slowest, ...figures });
      expect(slowest.ms).toBeLessThan(MAX_READ_MS);
      expect(figures.slowestMs).toBeLessThan(MAX_WRITE_MS);
      await db.write.deleteFrom('rate_window').execute();
    }

    await Promise.all([shop!.stop(), sibling!.stop()]);
    console.log('all', { acknowledged: acknowledged.size, ...(await expectNothingLost(db, acknowledged, IN_STOCK)) });
    await db.close();
    await proxy.close();
    await database.drop();
    data.remove();
  },
);
