import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { fickleProxy } from '#support/fickle-proxy.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer, type Said } from '#support/http-buyer.ts';
import { stockAndSold } from '#support/order-fixture.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

const IN_STOCK = 1_000_000;
const CLIENTS = 8;
const STANDS_STILL_MS = 20_000;
const REFUSED_WITHIN_MS = 7_000;
const BYSTANDER_MS = 300;

beforeAll(() => {
  const build = spawnSync(process.execPath, ['scripts/build-if-needed.ts'], { cwd: root, stdio: 'inherit' });
  expect(build.status).toBe(0);
});

async function stocked(dir: string, url?: string): Promise<{ db: ShopDatabase; variant: string }> {
  const db = await smallShop(dir, url);
  await stockGoods(db);
  await db.write.updateTable('variant').set({ quantity: IN_STOCK }).where('sku', '=', 'TS').execute();
  return { db, variant: await variantOf(db, 'test-scarf') };
}

/** Asks again and again; gives the slowest answer. */
function bystander(paths: string[]) {
  let isOver = false;
  const slowest = { path: '', ms: 0 };
  const ended = Promise.all(
    paths.map(async (path) => {
      while (!isOver) {
        const begun = performance.now();
        const answer = await fetch(path);
        await answer.arrayBuffer();
        const ms = performance.now() - begun;
        expect(answer.status).toBe(200);
        if (ms > slowest.ms) Object.assign(slowest, { path, ms });
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

/** Buyers who order on and on, each asking again with the same key until there is an answer. */
function buyers(shops: ShopProcess[], variant: string, acknowledged = new Set<unknown>()) {
  const crowd = randomUUID().slice(0, 8);
  const before = acknowledged.size;
  const statuses = new Map<number, number>();
  let slowestMs = 0;
  let isOver = false;
  async function insist(ask: () => Promise<Said>): Promise<Said> {
    for (;;) {
      const begun = performance.now();
      const said = await ask();
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      statuses.set(said.status, (statuses.get(said.status) ?? 0) + 1);
      if (said.status !== 503 || isOver) return said;
      await wait(100);
    }
  }
  async function client(n: number): Promise<void> {
    const shop = shops[n % shops.length]!;
    for (let round = 0; !isOver; round++) {
      const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
      const email = `buyer-${crowd}-${n}-${round}@example.in`;
      if ((await insist(() => buyer.fill(shop.origin, 'test-scarf', variant, 1))).status !== 200) continue;
      const contact = { email, mobile: '9876543210' };
      const said = await insist(() => buyer.order(shop.origin, `${n}-${round}`, { contact }));
      if (said.status === 200) acknowledged.add(said.data._id);
    }
  }
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await ended;
      return { acknowledged: acknowledged.size - before, slowestMs: Math.round(slowestMs), statuses: [...statuses] };
    },
  };
}

/** Every acknowledged order is there once, and stock agrees with what orders hold. */
async function expectNothingLost(db: ShopDatabase, acknowledged: Set<unknown>): Promise<{ orders: number }> {
  const orders = await db.write.selectFrom('orders').select(['id', 'email']).execute();
  const ids = new Set<unknown>(orders.map(({ id }) => id));
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(orders.map(({ email }) => email)).size, 'nobody has two').toBe(orders.length);
  expect((await stockAndSold(db))['test-scarf']).toEqual({ stock: IN_STOCK - orders.length, sold: orders.length });
  return { orders: orders.length };
}

test('SQLite: a write lock held for 20 s', async () => {
  const data = temporaryDir('held-lock');
  const { db, variant } = await stocked(data.dir);
  const shop = await startShop({ dataDir: data.dir, env: { TRUSTED_PROXIES: '1', MAILS_AN_HOUR: '100000' } });
  await fetch(shop.origin);
  const crowd = buyers([shop], variant);
  await wait(2_000);
  const holder = new DatabaseSync(`${data.dir}/shop.sqlite`);
  holder.exec('pragma busy_timeout = 5000; begin immediate');
  const looks = bystander([`${shop.origin}/healthz`, `${shop.origin}/`, `${shop.origin}/readyz`]);
  await wait(STANDS_STILL_MS);
  const slowest = await looks();
  holder.exec('rollback');
  holder.close();
  const before = crowd.acknowledged.size;
  await expect.poll(() => crowd.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(before);
  const figures = await crowd.stop();
  await shop.stop();
  console.log('a held write lock', { slowest, ...figures, ...(await expectNothingLost(db, crowd.acknowledged)) });
  await db.close();
  data.remove();
  expect(slowest.ms).toBeLessThan(BYSTANDER_MS);
  expect(figures.slowestMs).toBeLessThan(REFUSED_WITHIN_MS);
});

test.skipIf(!inject('postgresUrl'))(
  'PostgreSQL: a process frozen amid checkouts, five times, a held row, silence',
  async () => {
    const data = temporaryDir('frozen');
    const database = await createDatabase(inject('postgresUrl'));
    const url = new URL(database.url);
    const proxy = await fickleProxy(Number(url.port || 5432));
    url.host = `127.0.0.1:${proxy.port}`;
    const { db, variant } = await stocked(data.dir, database.url);
    const env = { DATABASE_URL: url.href, TRUSTED_PROXIES: '1', MAILS_AN_HOUR: '100000' };
    const [shop, sibling] = await Promise.all([0, 1].map(() => startShop({ dataDir: data.dir, env })));
    await fetch(shop!.origin);
    const acknowledged = new Set<unknown>();

    for (let round = 0; round < 5; round++) {
      const both = buyers([shop!, sibling!], variant, acknowledged);
      await wait(1_500);
      sibling!.child.kill('SIGSTOP');
      const looks = bystander([`${shop!.origin}/healthz`, `${shop!.origin}/`]);
      const others = buyers([shop!], variant, acknowledged);
      await wait(8_000);
      const slowest = await looks();
      const figures = await others.stop();
      sibling!.child.kill('SIGCONT');
      await both.stop();
      console.log('a frozen process', { slowest, ...figures });
      expect(figures.acknowledged).toBeGreaterThan(10);
      expect(slowest.ms).toBeLessThan(BYSTANDER_MS);
      expect(figures.slowestMs).toBeLessThan(REFUSED_WITHIN_MS);
      await db.write.deleteFrom('rate_window').execute();
    }

    for (const fault of ['a held row', 'silence'] as const) {
      const crowd = buyers([shop!], variant, acknowledged);
      await wait(1_000);
      let letGo = () => {};
      const held = new Promise<void>((go) => {
        letGo = go;
      });
      const holding = db.bulk.transaction().execute(async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        if (fault === 'a held row') await tx.updateTable('number_series').set({ value: sql`value` }).execute();
        else proxy.mood = 'silent';
        await held;
      });
      await wait(500);
      const looks = bystander([`${shop!.origin}/healthz`, `${shop!.origin}/`]);
      await wait(STANDS_STILL_MS);
      const slowest = await looks();
      letGo();
      await holding;
      proxy.mood = 'well';
      const before = crowd.acknowledged.size;
      await expect.poll(() => crowd.acknowledged.size, { timeout: 15_000 }).toBeGreaterThan(before);
      const figures = await crowd.stop();
      console.log(fault, { slowest, ...figures });
      expect(slowest.ms).toBeLessThan(BYSTANDER_MS);
      expect(figures.slowestMs).toBeLessThan(REFUSED_WITHIN_MS);
      await db.write.deleteFrom('rate_window').execute();
    }

    await Promise.all([shop!.stop(), sibling!.stop()]);
    console.log('all', { acknowledged: acknowledged.size, ...(await expectNothingLost(db, acknowledged)) });
    await db.close();
    await proxy.close();
    await database.drop();
    data.remove();
  },
);
