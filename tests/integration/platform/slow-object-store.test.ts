import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addCustomer } from '#support/customers.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { measureSlowestPage } from '#support/slow-gateway.ts';
import { smallShop } from '#support/small-shop.ts';
import { limitMs } from '#support/time-limits.ts';

const CUSTOMER_COUNT = 6;
const MAX_PAGE_MS = 2_000;
const tempDir = temporaryDir('slow-object-store');
let store: Server;
let db: ShopDatabase;
let shop: ShopProcess;

beforeAll(async () => {
  // This server accepts every request and never responds.
  store = createServer(() => {});
  await new Promise<void>((listening) => store.listen(0, '127.0.0.1', listening));
  const { port } = store.address() as AddressInfo;
  db = await smallShop(tempDir.dir);
  const env = { STORAGE_URL: `s3://KEY:SECRET@127.0.0.1:${port}/taana?region=us-east-1&tls=off` };
  shop = await startShop({ dataDir: tempDir.dir, env });
});
afterAll(async () => {
  await shop?.stop('SIGKILL');
  store.closeAllConnections();
  store.close();
  await db?.close();
  tempDir.remove();
});

test('while the object store does not respond, only profile images fail, within 20 seconds', async () => {
  const cookies: string[] = [];
  for (let n = 0; n < CUSTOMER_COUNT; n++) {
    const { id, token } = await addCustomer(db, `Customer ${n}`);
    await db.write
      .updateTable('customer')
      .set({ image_file: '0'.repeat(32) })
      .where('id', '=', id)
      .execute();
    cookies.push(`session=${token}`);
  }
  const pages = ['/cart', '/login', '/products?minprice=1200'];
  await measureSlowestPage(shop.origin, pages);
  const startedAt = performance.now();
  const images = cookies.map((cookie) =>
    fetch(`${shop.origin}/public/profile/image`, { headers: { cookie } }).then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    }),
  );
  await wait(300);
  expect(await measureSlowestPage(shop.origin, pages)).toBeLessThan(limitMs(MAX_PAGE_MS));
  expect(new Set(await Promise.all(images))).toEqual(new Set([503]));
  expect(performance.now() - startedAt).toBeLessThan(limitMs(20_000));
});
