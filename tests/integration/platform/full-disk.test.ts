import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { NO_SPACE as NO_SPACE_MESSAGE } from '#lib/platform/files/storage/upload.ts';
import { SERVICE_UNAVAILABLE } from '#lib/platform/http/unavailable-page.server.ts';
import { addCustomer } from '#support/customers.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { MULTIPART_TYPE, multipartBody, type Part } from '#support/multipart.ts';
import { samplePng } from '#support/sample-files.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const NO_SPACE_FOR_FILES = { status: 503, message: NO_SPACE_MESSAGE };
const UNAVAILABLE = { status: 503, message: SERVICE_UNAVAILABLE };
const CREATE_TICKET = '/public/support-ticket/create';
const MEGABYTE = 1024 * 1024;
const TEXTS: Part[] = [
  { name: 'subject', content: 'Late parcel' },
  { name: 'priority', content: 'low' },
  { name: 'message', content: 'It has not come yet.' },
];
const LARGE: Part = {
  name: 'gallery',
  fileName: 'a.txt',
  type: 'text/plain',
  content: Buffer.alloc(8 * MEGABYTE, 'a'),
};

async function post(shop: ShopProcess, token: string, parts: Part[], path = CREATE_TICKET) {
  const headers = { cookie: `session=${token}`, origin: shop.origin, 'content-type': MULTIPART_TYPE };
  const body = new Uint8Array(multipartBody(parts));
  const response = await fetch(shop.origin + path, { method: 'POST', headers, body });
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message };
}

async function ticketCount(db: ShopDatabase): Promise<number> {
  return (await db.write.selectFrom('ticket').select('id').execute()).length;
}

const uploadsIn = (dir: string) => (existsSync(join(dir, 'uploads')) ? readdirSync(join(dir, 'uploads')) : []);

/** A folder on a new disk of 40 MB; undefined where it can't be mounted, which needs root. */
function smallDisk(): { dir: string; remove(): void } | undefined {
  const data = temporaryDir('small-disk');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', data.dir]).status === 0;
  if (mounted) return { dir: data.dir, remove: () => unmount(data) };
  data.remove();
  return undefined;
}

function unmount(data: { dir: string; remove(): void }): void {
  spawnSync('umount', ['-l', data.dir]);
  data.remove();
}

describe('a shop that runs out of disk space', () => {
  test('reports the full disk, leaves no partial file, and recovers when there is space', async ({ skip }) => {
    // Created here and not while tests are collected: a run that skips this test would leave a disk behind.
    const disk = smallDisk();
    if (!disk) return skip('a small disk can’t be mounted here');
    let shop: ShopProcess | undefined;
    try {
      const db = await smallShop(disk.dir);
      shop = await startShop({ dataDir: disk.dir });
      await expectRecovery(disk.dir, db, shop);
      await db.close();
    } finally {
      await shop?.stop();
      disk.remove();
    }
  });

  test('rejects files while there is space for orders only, but still accepts orders', async ({ skip }) => {
    const disk = smallDisk();
    if (!disk) return skip('a small disk can’t be mounted here');
    let shop: ShopProcess | undefined;
    try {
      const db = await smallShop(disk.dir);
      shop = await startShop({ dataDir: disk.dir, env: { DISK_RESERVE_MB: '20', TRUSTED_PROXIES: '1' } });
      await stockGoods(db);
      await expectEarlyRejection(disk.dir, db, shop);
      await db.close();
    } finally {
      await shop?.stop();
      disk.remove();
    }
  });

  async function expectEarlyRejection(dir: string, db: ShopDatabase, shop: ShopProcess): Promise<void> {
    const free = () => statfsSync(dir).bavail * statfsSync(dir).bsize;
    let posts = 0;
    for (let status = 200; status === 200; posts++) {
      const { token } = await addCustomer(db);
      const response = await post(shop, token, [...TEXTS, LARGE]);
      status = response.status;
      if (status !== 200) expect(response).toEqual(NO_SPACE_FOR_FILES);
    }
    expect(posts).toBeGreaterThan(1);
    expect(free()).toBeGreaterThan(19 * MEGABYTE);
    expect(uploadsIn(dir)).toEqual([]);
    const { token } = await addCustomer(db);
    writeFileSync(join(dir, 'filler'), Buffer.alloc(free() - 18 * MEGABYTE));
    const small = { ...LARGE, content: 'a' };
    expect(await post(shop, token, [...TEXTS, small])).toEqual(NO_SPACE_FOR_FILES);
    expect((await post(shop, token, TEXTS)).status).toBe(200);
    const variant = await variantOf(db, 'test-scarf');
    const buyer = new HttpBuyer();
    expect((await buyer.addToCart(shop.origin, 'test-scarf', variant, 1)).status).toBe(200);
    expect((await buyer.order(shop.origin, 'one')).status).toBe(200);
    rmSync(join(dir, 'filler'));
    rmSync(join(dir, 'files'), { recursive: true });
    expect((await post(shop, token, [...TEXTS, small])).status).toBe(200);
  }

  async function expectRecovery(dir: string, db: ShopDatabase, shop: ShopProcess): Promise<void> {
    const { token } = await addCustomer(db);
    const filler = join(dir, 'filler');
    const leaveFree = (bytes: number) => {
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(dir);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - bytes));
    };
    leaveFree(4 * MEGABYTE);
    expect(await post(shop, token, [...TEXTS, LARGE])).toEqual(NO_SPACE_FOR_FILES);
    expect(uploadsIn(dir)).toEqual([]);
    leaveFree(0);
    const png: Part = { name: 'image', fileName: 'me.png', type: 'image/png', content: await samplePng() };
    // The database may be the first to run out of space.
    const noSpaceResponses = [UNAVAILABLE, NO_SPACE_FOR_FILES];
    expect(noSpaceResponses).toContainEqual(await post(shop, token, [...TEXTS, { ...png, name: 'gallery' }]));
    expect(noSpaceResponses).toContainEqual(await post(shop, token, [png], '/public/profile/image'));
    // Sooner or later a commit needs a new page, and is then refused as well.
    for (let n = 0; n < 20; n++) expect([200, 503]).toContain((await post(shop, token, TEXTS)).status);
    // /readyz reports the full disk; load balancers, which check /readyz/pages, keep sending visitors.
    await expect.poll(async () => (await fetch(`${shop.origin}/readyz`)).status).toBe(503);
    for (const path of ['/', '/account/support-ticket', '/readyz/pages'])
      expect((await fetch(shop.origin + path, { headers: { cookie: `session=${token}` } })).status).toBe(200);
    const before = await ticketCount(db);
    rmSync(filler);
    expect((await post(shop, (await addCustomer(db)).token, [...TEXTS, LARGE])).status).toBe(200);
    expect(await ticketCount(db)).toBe(before + 1);
    expect(uploadsIn(dir)).toEqual([]);
    expect(shop.child.exitCode).toBeNull();
  }

  const prlimit = '/usr/bin/prlimit';
  test.skipIf(!existsSync(prlimit))(
    'rejects a file above the size limit of the process without storing it, and accepts a form without files',
    async () => {
      const data = temporaryDir('limited');
      const db = await smallShop(data.dir);
      const { token } = await addCustomer(db);
      const shop = await startShop({ dataDir: data.dir, commandPrefix: [prlimit, `--fsize=${6 * MEGABYTE}`] });
      expect(await post(shop, token, [...TEXTS, LARGE])).toEqual(UNAVAILABLE);
      expect(uploadsIn(data.dir)).toEqual([]);
      expect(await ticketCount(db)).toBe(0);
      expect((await post(shop, token, TEXTS)).status).toBe(200);
      await shop.stop();
      await db.close();
      data.remove();
    },
  );
});
