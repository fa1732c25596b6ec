import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { BUSY } from '#lib/platform/http/server/send-response.server.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { childrenOf } from '#support/process-memory.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { waitForTwoListeners } from '#support/shop-workers.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';
import { waitUntil } from '#support/time-limits.ts';

const PRODUCT_PATH = '/products/loom-kurta';
const MAX_DELAY_MS = 2_000;
const MAILS_AN_HOUR = 3;
const UNKNOWN_TERMS = Array.from({ length: 12 }, (_, n) => `zzq${String.fromCharCode(97 + n)}xw`);

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`two workers [${engine}]`, () => {
    const tempDir = temporaryDir('workers');
    let db: ShopDatabase;
    let dropDatabase = async () => {};
    let shop: ShopProcess;

    beforeAll(async () => {
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      db = await smallShop(tempDir.dir, database?.url);
      if (database) dropDatabase = database.drop;
      const env = { DATABASE_URL: database?.url ?? '', WORKERS: '2', MAILS_AN_HOUR: String(MAILS_AN_HOUR) };
      shop = await startShop({ dataDir: tempDir.dir, env });
      await waitForTwoListeners(shop);
      for (const term of UNKNOWN_TERMS) expect((await requestPage(shop, `/search?search=${term}`)).status).toBe(200);
    });

    afterAll(async () => {
      await db.close();
      await dropDatabase();
      tempDir.remove();
    });

    test('show a changed price on every connection', async () => {
      for (let n = 0; n < 12; n++) expect((await requestPage(shop, PRODUCT_PATH)).text).toMatch(/1,?250/);
      await saveCatalogueBatch(db, [oneProduct('loom-kurta', 777)], new Map());
      const allShowNewPrice = async () =>
        (await Promise.all(Array.from({ length: 12 }, () => requestPage(shop, PRODUCT_PATH)))).every(({ text }) =>
          text.includes('777'),
        );
      await waitUntil('all connections show the new price', MAX_DELAY_MS, allShowNewPrice);
    });

    test('share the limit on emails per hour', async () => {
      const content = 'Do you have it in blue?';
      const statuses: number[] = [];
      for (let n = 0; n < 12; n++) {
        const message = { name: 'Asha Rao', mobile: '9876543210', email: `asha${n}@example.in`, content };
        const headers = { connection: 'close' };
        statuses.push((await new HttpBuyer().post(shop.origin, '/public/contact/create', message, headers)).status);
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(MAILS_AN_HOUR);
    });

    test('record each search without results, whichever worker handles it', async () => {
      const terms = db.write.selectFrom('search_miss').select('term').orderBy('term');
      const readTerms = async () => (await terms.execute()).map(({ term }) => term);
      await expect.poll(readTerms).toEqual(UNKNOWN_TERMS);
    });

    test('serve pages while a killed worker is being replaced', async () => {
      const [killedWorker = 0] = childrenOf(shop.pid);
      process.kill(killedWorker, 'SIGKILL');
      let failureCount = 0;
      for (let n = 0; n < 20; n++) if ((await requestPage(shop, PRODUCT_PATH)).status !== 200) failureCount += 1;
      // A connection that was being accepted at that moment may be cut off.
      expect(failureCount).toBeLessThanOrEqual(1);
      await waitForTwoListeners(shop);
      expect(childrenOf(shop.pid)).not.toContain(killedWorker);
      expect((await requestPage(shop, PRODUCT_PATH)).status).toBe(200);
    });

    test('complete all requests after SIGTERM, while /readyz reports 503, and end with the shop', async () => {
      const workers = childrenOf(shop.pid);
      const requestsBefore = Array.from({ length: 30 }, (_, n) => requestPage(shop, `/products?maxprice=${9_000 + n}`));
      await Promise.race(requestsBefore);
      shop.child.kill('SIGTERM');
      const requestsAfter = Array.from({ length: 15 }, (_, n) => requestPage(shop, `/products?maxprice=${8_000 + n}`));
      while ((await requestPage(shop, '/readyz')).status !== 503) await wait(20);
      // Load balancers keep checking, so the test waits for a response from each worker.
      for (let n = 0; n < 12; n++) await requestPage(shop, '/readyz');
      for (const { status, text } of await Promise.all([...requestsBefore, ...requestsAfter])) {
        // While other tests run, a list may wait more than two seconds for the CPU.
        if (status === 503 && process.env.TIMES !== 'exact') expect(text).toContain(BUSY);
        else expect([status, text]).toEqual([200, expect.stringContaining('</html>')]);
      }
      expect(await shop.exited).toBe(0);
      for (const pid of workers) expect(existsSync(`/proc/${pid}`)).toBe(false);
    });
  });
}

test('a startup error is reported once and ends the shop', async () => {
  const tempDir = temporaryDir('workers-taken');
  const portHolder = createServer();
  await new Promise<void>((listening) => portHolder.listen(0, '127.0.0.1', listening));
  const address = portHolder.address();
  const env = { ...process.env, SHOP_MODE: 'demo', DATABASE_URL: '', DATA_DIR: tempDir.dir };
  const startShopProcess = (settings: Record<string, string>) =>
    spawnSync(process.execPath, ['src/start.js'], { cwd: root, env: { ...env, ...settings }, encoding: 'utf8' });
  const portInUse = startShopProcess({ WORKERS: '2', PORT: String(typeof address === 'object' ? address?.port : 0) });
  expect([portInUse.status, portInUse.stderr.trim()]).toEqual([1, expect.stringMatching(/^The port is in use[^\n]*$/)]);
  const invalidSetting = startShopProcess({ WORKERS: 'many' });
  expect([invalidSetting.status, invalidSetting.stderr]).toEqual([1, expect.stringContaining('WORKERS is many')]);
  portHolder.close();
  tempDir.remove();
});

/** Requests a page over a new connection, because a connection is always handled by the same worker. */
function requestPage({ port }: ShopProcess, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path, agent: false, headers: { accept: 'text/html' } };
    const clientRequest = get(options, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    clientRequest.once('error', () => resolve({ status: 0, text: '' }));
  });
}
