import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { addCustomer } from '#support/customers.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { MULTIPART_TYPE, multipartBody } from '#support/multipart.ts';
import { stockAndSold } from '#support/order-fixture.ts';
import { type ShopProcess, startWithNpmFlags } from '#support/shop-process.ts';

const MEGABYTE = 1024 * 1024;
const RESERVE_MB = 64;
const IN_STOCK = 100_000;
const UPLOADERS = 6;
const BUYERS = 4;
/** The number of uploads refused for lack of space after which the test ends. */
const REFUSED_FILES = 6;
/** The number of orders after the first refused upload after which the test ends. */
const ORDERS_WHEN_FULL = 50;
const TEST_TIMEOUT_MS = 20 * 60_000;

const dir = mkdtempSync(join(tmpdir(), 'taana-fill-disk-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', dir]).status === 0;
let shop: ShopProcess | undefined;

afterAll(async () => {
  await shop?.stop('SIGKILL');
  if (isMounted) execFileSync('umount', ['-l', dir]);
  rmSync(dir, { recursive: true, force: true });
});

test.skipIf(!isMounted)(
  'uploads stop filling the disk when only the reserve for orders is left, and no order is refused',
  async () => {
    const db = await openDatabase({ dataDir: dir });
    await migrate(db);
    await stockGoods(db);
    await db.write.updateTable('variant').set({ quantity: IN_STOCK }).where('sku', '=', 'TS').execute();
    const variant = await variantOf(db, 'test-scarf');
    shop = await startWithNpmFlags({
      dataDir: dir,
      env: { TRUSTED_PROXIES: '1', DISK_RESERVE_MB: String(RESERVE_MB), UPLOAD_MB_A_DAY: '1000' },
    });
    const { origin } = shop;
    const fileStatuses: Record<number, number> = {};
    const orderStatuses: Record<number, number> = {};
    let ordersWhenFull = 0;
    const isOver = () => (fileStatuses[503] ?? 0) >= REFUSED_FILES && ordersWhenFull >= ORDERS_WHEN_FULL;
    let minFreeBytes = Number.POSITIVE_INFINITY;
    const texts = { subject: 'Late parcel', priority: 'low', message: 'It has not come yet.' };
    const parts = Object.entries(texts).map(([name, content]) => ({ name, content }));
    const file = { name: 'gallery', fileName: 'a.txt', type: 'text/plain', content: Buffer.alloc(9 * MEGABYTE, 'a') };
    const body = new Uint8Array(multipartBody([...parts, file]));
    async function upload(n: number): Promise<void> {
      while (!isOver()) {
        const { token } = await addCustomer(db);
        const headers = {
          cookie: `session=${token}`,
          origin,
          'content-type': MULTIPART_TYPE,
          'x-forwarded-for': `198.51.100.${n}`,
        };
        const response = await fetch(`${origin}/public/support-ticket/create`, { method: 'POST', headers, body });
        await response.arrayBuffer();
        fileStatuses[response.status] = (fileStatuses[response.status] ?? 0) + 1;
        const { bavail, bsize } = statfsSync(dir);
        minFreeBytes = Math.min(minFreeBytes, bavail * bsize);
      }
    }
    async function buy(n: number): Promise<void> {
      for (let round = 0; !isOver(); round++) {
        const guest = new HttpBuyer(`203.0.${n}.${round % 250}`);
        await guest.addToCart(origin, 'test-scarf', variant, 1);
        const { status } = await guest.order(origin, `${n}-${round}`);
        orderStatuses[status] = (orderStatuses[status] ?? 0) + 1;
        if (fileStatuses[503]) ordersWhenFull += 1;
      }
    }
    await Promise.all([
      ...Array.from({ length: UPLOADERS }, (_, n) => upload(n)),
      ...Array.from({ length: BUYERS }, (_, n) => buy(n)),
    ]);
    console.info(`files ${JSON.stringify(fileStatuses)}, orders ${JSON.stringify(orderStatuses)}`);
    console.info(`at least ${(minFreeBytes / MEGABYTE).toFixed(0)} MB stayed free; the reserve is ${RESERVE_MB} MB`);
    expect(fileStatuses[200]).toBeGreaterThan(0);
    expect(Object.keys(orderStatuses)).toEqual(['200']);
    // Concurrent uploads check the free space every 4 MB.
    expect(minFreeBytes).toBeGreaterThan((RESERVE_MB - UPLOADERS * 4 - 8) * MEGABYTE);
    expect((await stockAndSold(db))['test-scarf']).toEqual({
      stock: IN_STOCK - (orderStatuses[200] ?? 0),
      sold: orderStatuses[200],
    });
    await db.close();
  },
  TEST_TIMEOUT_MS,
);
