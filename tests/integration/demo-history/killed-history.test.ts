import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ORDER_PLANS } from '#lib/operations/demo-history/order-plans.ts';
import { type Engine, openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote } from '#lib/platform/db/installation-notes.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { readHistory } from '#support/demo-history.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { readCode } from '#support/mailbox.ts';
import { shopCli } from '#support/shop-cli.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { createDatabase } from '#support/test-database.ts';

const NOTE_NAME = 'demo_history';
const STEPS_PER_TRANSACTION = 8;

/** Creates a data folder and a database for a shop. `withDatabase` calls a function with the open database. */
async function createInstallation(engine: Engine) {
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

/** Returns the number of completed steps, or undefined before the history is planned and after it is finished. */
async function countCompletedSteps(db: ShopDatabase): Promise<number | undefined> {
  const { value = '' } = (await readNote(db, NOTE_NAME)) ?? {};
  return value.startsWith('{') ? (JSON.parse(value) as { next: number }).next : undefined;
}

/** Delays each transaction after this number of steps by about half a second until the returned function is called. */
async function delayAfter({ write }: ShopDatabase, engine: Engine, steps: number): Promise<() => Promise<void>> {
  const isProgress = `new.name = '${NOTE_NAME}' and new.value like '{%'`;
  const run = (statement: string) => sql.raw(statement).execute(write);
  if (engine === 'sqlite') {
    const when = `${isProgress} and json_extract(new.value, '$.next') > ${steps}`;
    const rows = 'select 1 from sqlite_schema a, sqlite_schema b, sqlite_schema c, sqlite_schema d limit 8000000';
    const delay = `begin select count(*) from (${rows}); end`;
    await run(`create trigger delay before update on installation_note when ${when} ${delay}`);
    return async () => void (await run('drop trigger delay'));
  }
  const when = `${isProgress} and (new.value::json->>'next')::int > ${steps}`;
  const delay = `begin if ${when} then perform pg_sleep(0.5); end if; return new; end`;
  await run(`create function delay() returns trigger language plpgsql as $$ ${delay} $$`);
  await run('create trigger delay before update on installation_note for each row execute function delay()');
  return async () => void (await run('drop function delay() cascade'));
}

/** Returns the orders page of a demo customer, who logs in with an emailed code. */
async function readOrdersPage(shop: ShopProcess): Promise<string> {
  const asha = new HttpBuyer();
  const email = 'asha@taana.example';
  await asha.post(shop.origin, '/auth/customer/login', { email });
  await expect.poll(() => readCode(shop.origin, email)).not.toBe('');
  await asha.post(shop.origin, '/auth/customer/verify', { email, otp: await readCode(shop.origin, email) });
  const page = await fetch(`${shop.origin}/account/orders`, { headers: { cookie: asha.cookieHeader() } });
  return page.text();
}

for (const engine of ['sqlite', 'postgres'] as const) {
  const isAvailable = engine === 'sqlite' || inject('postgresUrl') !== '';
  test.skipIf(!isAvailable)(
    `a demo that is killed while it adds its history continues after each restart; customers see their orders [${engine}]`,
    async () => {
      const { dataDir, env, withDatabase } = await createInstallation(engine);
      await withDatabase(migrate);
      for (const steps of [40, 120]) {
        await withDatabase(async (db) => {
          const removeDelay = await delayAfter(db, engine, steps);
          const shop = await startShop({ dataDir, env });
          await expect.poll(() => countCompletedSteps(db)).toBeGreaterThan(steps - STEPS_PER_TRANSACTION);
          await shop.stop('SIGKILL');
          await removeDelay();
          expect(await countCompletedSteps(db)).toBeLessThan(400);
          const { orders, lines } = await readHistory(db);
          expect(orders.length).toBeLessThan(ORDER_PLANS.length);
          expect(new Set(lines.map(({ number }) => number)).size).toBe(orders.length);
        });
      }
      const shop = await startShop({ dataDir, env });
      onTestFinished(async () => void (await shop.stop()));
      await withDatabase(async (db) => {
        await expect.poll(() => countCompletedSteps(db)).toBeUndefined();
        const { orders, mails } = await readHistory(db);
        expect(orders).toHaveLength(ORDER_PLANS.length);
        expect(mails.filter(({ sent_at }) => sent_at === null)).toEqual([]);
      });
      // One refund is still due, so that the owner can try refunds.
      const { stdout } = shopCli(dataDir, env)('doctor');
      expect(stdout.split('\n').filter((line) => line.startsWith('✗'))).toEqual([
        expect.stringMatching(/^✗ payments: 1 refund due/),
      ]);
      const orders = await readOrdersPage(shop);
      for (const state of ['Shipped', 'Delivered', 'Placed']) expect(orders).toContain(state);
    },
  );
}

test('no history is added to a live shop', async () => {
  const { dataDir, env, withDatabase } = await createInstallation('sqlite');
  const liveEnv = {
    SHOP_MODE: 'live',
    SITE_URL: 'http://localhost:4321',
    SECRET_KEY: 'k'.repeat(43),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'shop@kora.in',
  };
  const shop = await startShop({ dataDir, env: { ...env, ...liveEnv } });
  await shop.stop();
  await withDatabase(async (db) => {
    expect(await readNote(db, NOTE_NAME)).toBeUndefined();
    expect((await readHistory(db)).orders).toEqual([]);
  });
});
