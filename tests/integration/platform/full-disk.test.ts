import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
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
const CREATE_TICKET_PATH = '/public/support-ticket/create';
const MEGABYTE = 1024 * 1024;
const TICKET_FIELDS: Part[] = [
  { name: 'subject', content: 'Late parcel' },
  { name: 'priority', content: 'low' },
  { name: 'message', content: 'It has not come yet.' },
];
const LARGE_FILE: Part = {
  name: 'gallery',
  fileName: 'a.txt',
  type: 'text/plain',
  content: Buffer.alloc(8 * MEGABYTE, 'a'),
};

async function post(shop: ShopProcess, token: string, parts: Part[], path = CREATE_TICKET_PATH) {
  const headers = { cookie: `session=${token}`, origin: shop.origin, 'content-type': MULTIPART_TYPE };
  const body = new Uint8Array(multipartBody(parts));
  const response = await fetch(shop.origin + path, { method: 'POST', headers, body });
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message };
}

async function countTickets(db: ShopDatabase): Promise<number> {
  return (await db.write.selectFrom('ticket').select('id').execute()).length;
}

const listUploads = (dir: string) => (existsSync(join(dir, 'uploads')) ? readdirSync(join(dir, 'uploads')) : []);

/** Mounts a disk of 40 MB and returns its folder, or undefined if it can't be mounted, which requires root. */
function mountSmallDisk(): { dir: string; remove(): void } | undefined {
  const data = temporaryDir('small-disk');
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', data.dir]).status === 0;
  if (isMounted) return { dir: data.dir, remove: () => unmount(data) };
  data.remove();
  return undefined;
}

function unmount(data: { dir: string; remove(): void }): void {
  spawnSync('umount', ['-l', data.dir]);
  data.remove();
}

describe('a shop that runs out of disk space', () => {
  test('reports the full disk, leaves no partial files, and recovers when there is space', async ({ skip }) => {
    // The disk is not created when tests are collected, because a run that skips this test would not remove the disk.
    const disk = mountSmallDisk();
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

  test('rejects files but still accepts orders while there is space only for orders', async ({ skip }) => {
    const disk = mountSmallDisk();
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
    const countFreeBytes = () => statfsSync(dir).bavail * statfsSync(dir).bsize;
    let postCount = 0;
    for (let status = 200; status === 200; postCount++) {
      const { token } = await addCustomer(db);
      const response = await post(shop, token, [...TICKET_FIELDS, LARGE_FILE]);
      status = response.status;
      if (status !== 200) expect(response).toEqual(NO_SPACE_FOR_FILES);
    }
    expect(postCount).toBeGreaterThan(1);
    expect(countFreeBytes()).toBeGreaterThan(19 * MEGABYTE);
    expect(listUploads(dir)).toEqual([]);
    const { token } = await addCustomer(db);
    writeFileSync(join(dir, 'filler'), Buffer.alloc(countFreeBytes() - 18 * MEGABYTE));
    const smallFile = { ...LARGE_FILE, content: 'a' };
    expect(await post(shop, token, [...TICKET_FIELDS, smallFile])).toEqual(NO_SPACE_FOR_FILES);
    expect((await post(shop, token, TICKET_FIELDS)).status).toBe(200);
    const variant = await variantOf(db, 'test-scarf');
    const buyer = new HttpBuyer();
    expect((await buyer.addToCart(shop.origin, 'test-scarf', variant, 1)).status).toBe(200);
    expect((await buyer.order(shop.origin, 'one')).status).toBe(200);
    rmSync(join(dir, 'filler'));
    rmSync(join(dir, 'files'), { recursive: true });
    expect((await post(shop, token, [...TICKET_FIELDS, smallFile])).status).toBe(200);
  }

  async function expectRecovery(dir: string, db: ShopDatabase, shop: ShopProcess): Promise<void> {
    const { token } = await addCustomer(db);
    const filler = join(dir, 'filler');
    const leaveFree = (bytes: number) => {
      rmSync(filler, { force: true });
      const { bavail, bsize } = statfsSync(dir);
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize - bytes));
      } catch (error) {
        // If the shop has written in the meantime, the filler does not fit, and the disk is full as well.
        if (bytes > 0 || codeOf(error) !== 'ENOSPC') throw error;
      }
    };
    leaveFree(4 * MEGABYTE);
    expect(await post(shop, token, [...TICKET_FIELDS, LARGE_FILE])).toEqual(NO_SPACE_FOR_FILES);
    expect(listUploads(dir)).toEqual([]);
    leaveFree(0);
    const png: Part = { name: 'image', fileName: 'me.png', type: 'image/png', content: await samplePng() };
    // The database may be the first to run out of space.
    const noSpaceResponses = [UNAVAILABLE, NO_SPACE_FOR_FILES];
    expect(noSpaceResponses).toContainEqual(await post(shop, token, [...TICKET_FIELDS, { ...png, name: 'gallery' }]));
    expect(noSpaceResponses).toContainEqual(await post(shop, token, [png], '/public/profile/image'));
    // A commit is also rejected once it needs a new database page.
    for (let n = 0; n < 20; n++) expect([200, 503]).toContain((await post(shop, token, TICKET_FIELDS)).status);
    // /readyz reports the full disk. Load balancers keep sending visitors, because they check /readyz/pages.
    await expect.poll(async () => (await fetch(`${shop.origin}/readyz`)).status).toBe(503);
    for (const path of ['/', '/account/support-ticket', '/readyz/pages'])
      expect((await fetch(shop.origin + path, { headers: { cookie: `session=${token}` } })).status).toBe(200);
    const countBefore = await countTickets(db);
    rmSync(filler);
    expect((await post(shop, (await addCustomer(db)).token, [...TICKET_FIELDS, LARGE_FILE])).status).toBe(200);
    expect(await countTickets(db)).toBe(countBefore + 1);
    expect(listUploads(dir)).toEqual([]);
    expect(shop.child.exitCode).toBeNull();
  }

  const prlimit = '/usr/bin/prlimit';
  test.skipIf(!existsSync(prlimit))(
    'rejects and does not store a file above the process’s size limit, but accepts a form without files',
    async () => {
      const data = temporaryDir('limited');
      const db = await smallShop(data.dir);
      const { token } = await addCustomer(db);
      const shop = await startShop({ dataDir: data.dir, commandPrefix: [prlimit, `--fsize=${6 * MEGABYTE}`] });
      expect(await post(shop, token, [...TICKET_FIELDS, LARGE_FILE])).toEqual(UNAVAILABLE);
      expect(listUploads(data.dir)).toEqual([]);
      expect(await countTickets(db)).toBe(0);
      expect((await post(shop, token, TICKET_FIELDS)).status).toBe(200);
      await shop.stop();
      await db.close();
      data.remove();
    },
  );
});
