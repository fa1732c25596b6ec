import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { ORDER_PLANS } from '#lib/operations/demo-history/order-plans.ts';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote } from '#lib/platform/db/installation-notes.server.ts';
import { historyOf } from '#support/demo-history.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { readCode } from '#support/mailbox.ts';
import { ownersTool } from '#support/owners-tool.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

const NOTE = 'demo_history';
const RUN_MS = 20;

beforeAll(() => {
  const build = spawnSync(process.execPath, ['scripts/build-if-needed.ts'], { cwd: root, stdio: 'inherit' });
  expect(build.status).toBe(0);
}, 240_000);

/** Where a shop and this test can open the same database. */
async function newPlace(engine: Engine) {
  const data = temporaryDir('demo-history');
  const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
  const env: Record<string, string> = { DATABASE_URL: database?.url ?? '', DEMO_HISTORY: 'on' };
  onTestFinished(async () => {
    await database?.drop();
    data.remove();
  });
  return {
    dataDir: data.dir,
    env,
    async withDatabase<T>(work: (db: ShopDatabase) => Promise<T>): Promise<T> {
      const db = await openDatabase({ dataDir: data.dir, databaseUrl: database?.url });
      return work(db).finally(() => db.close());
    },
  };
}

/** How many steps are done; undefined when the history is finished. */
async function stepsDone(db: ShopDatabase): Promise<number | undefined> {
  const { value = '' } = (await readNote(db, NOTE)) ?? {};
  return value.startsWith('{') ? (JSON.parse(value) as { next: number }).next : undefined;
}

/** Paused otherwise, because on a busy machine the history may be complete before the test has read its progress. */
async function runBriefly({ child }: ShopProcess): Promise<void> {
  child.kill('SIGCONT');
  await wait(RUN_MS);
  child.kill('SIGSTOP');
}

for (const engine of ['sqlite', 'postgres'] as const) {
  const isThere = engine === 'sqlite' || inject('postgresUrl') !== '';
  test.skipIf(!isThere)(
    `a demo that is killed while it adds its history continues at the next starts [${engine}]`,
    async () => {
      const { dataDir, env, withDatabase } = await newPlace(engine);
      for (const steps of [40, 120]) {
        const shop = await startShop({ dataDir, env });
        shop.child.kill('SIGSTOP');
        await withDatabase(async (db) => {
          while (((await stepsDone(db)) ?? steps) < steps) await runBriefly(shop);
          shop.child.kill('SIGKILL');
          await shop.exited;
          expect(await stepsDone(db)).toBeLessThan(400);
          const { orders, lines } = await historyOf(db);
          expect(orders.length).toBeLessThan(ORDER_PLANS.length);
          expect(new Set(lines.map(({ number }) => number)).size).toBe(orders.length);
        });
      }
      const shop = await startShop({ dataDir, env });
      onTestFinished(async () => void (await shop.stop()));
      await withDatabase(async (db) => {
        await expect.poll(() => stepsDone(db)).toBeUndefined();
        const { orders, mails } = await historyOf(db);
        expect(orders).toHaveLength(ORDER_PLANS.length);
        expect(mails.filter(({ sent_at }) => sent_at === null)).toEqual([]);
      });
      // The refund that is left for the owner to try.
      const { stdout } = ownersTool(dataDir, env)('doctor');
      expect(stdout.split('\n').filter((line) => line.startsWith('✗'))).toEqual([
        expect.stringMatching(/^✗ payments: 1 refund due/),
      ]);
    },
  );
}

test('a customer of the demo finds orders in the account', async () => {
  const { dataDir, env, withDatabase } = await newPlace('sqlite');
  const shop = await startShop({ dataDir, env });
  onTestFinished(async () => void (await shop.stop()));
  await withDatabase((db) => expect.poll(() => stepsDone(db)).toBeUndefined());
  const asha = new HttpBuyer();
  const email = 'asha@taana.example';
  await asha.post(shop.origin, '/auth/customer/login', { email });
  await expect.poll(() => readCode(shop.origin, email)).not.toBe('');
  await asha.post(shop.origin, '/auth/customer/verify', { email, otp: await readCode(shop.origin, email) });
  const page = await fetch(`${shop.origin}/account/orders`, { headers: { cookie: asha.cookies() } });
  const text = await page.text();
  for (const state of ['Shipped', 'Delivered', 'Placed']) expect(text).toContain(state);
});

test('a live shop gets no history', async () => {
  const { dataDir, env, withDatabase } = await newPlace('sqlite');
  const live = {
    SHOP_MODE: 'live',
    SITE_URL: 'http://localhost:4321',
    SECRET_KEY: 'k'.repeat(43),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@kora.in',
  };
  const shop = await startShop({ dataDir, env: { ...env, ...live } });
  await shop.stop();
  await withDatabase(async (db) => {
    expect(await readNote(db, NOTE)).toBeUndefined();
    expect((await historyOf(db)).orders).toEqual([]);
  });
});
