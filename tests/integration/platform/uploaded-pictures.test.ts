import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { addCustomer, type TestCustomer } from '#support/customers.ts';
import { stockGoods } from '#support/goods.ts';
import { MULTIPART_TYPE, multipartBody, type Part } from '#support/multipart.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { CAN_MEASURE_MEMORY, childrenOf, memoryGrowth } from '#support/process-memory.ts';
import { interlacedPng, photographWithLocation, samplePng } from '#support/sample-files.ts';
import { type ShopProcess, startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const CREATE_TICKET_PATH = '/public/support-ticket/create';
const TICKET_FIELDS: Part[] = [
  { name: 'subject', content: 'Late parcel' },
  { name: 'priority', content: 'low' },
  { name: 'message', content: 'It has not come yet.' },
];

describe('pictures uploaded by customers', () => {
  const tempDir = temporaryDir('uploaded-pictures');
  let db: ShopDatabase;
  let shop: ShopProcess;
  let asha: TestCustomer;

  beforeAll(async () => {
    db = await smallShop(tempDir.dir);
    await stockGoods(db);
    shop = await startWithNpmFlags({ dataDir: tempDir.dir });
    asha = await addCustomer(db);
  });
  afterAll(async () => {
    await shop?.stop();
    await db?.close();
    tempDir.remove();
  });

  async function post(path: string, parts: Part[]): Promise<{ status: number; message: string }> {
    const headers = { cookie: `session=${asha.token}`, origin: shop.origin, 'content-type': MULTIPART_TYPE };
    const body = new Uint8Array(multipartBody(parts));
    const response = await fetch(shop.origin + path, { method: 'POST', headers, body });
    const { message } = (await response.json()) as { message: string };
    return { status: response.status, message };
  }

  const picturePart = (name: string, fileName: string, content: Uint8Array): Part => ({
    name,
    fileName,
    type: `image/${fileName.split('.')[1]?.replace('jpg', 'jpeg')}`,
    content,
  });

  /** Returns the bytes that the shop serves at the path. */
  async function fetchFile(path: string): Promise<Buffer> {
    const response = await fetch(shop.origin + path, { headers: { cookie: `session=${asha.token}` } });
    expect(response.status, path).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  async function createDeliveredOrder(): Promise<string> {
    const fixture = orderFixture(db, Date.now());
    const order = await fixture.place(await fixture.cartOf(['test-scarf', 1]));
    await db.write.updateTable('orders').set({ customer_id: asha.id }).where('id', '=', order.id).execute();
    await moveOrder(fixture.shop, order.id, 'delivered');
    return order.id;
  }

  test('in tickets, replies, exchanges and profiles are stripped of their location and other metadata', async () => {
    const [jpg, png, webp] = await Promise.all([
      photographWithLocation('jpeg'),
      photographWithLocation('png'),
      photographWithLocation('webp'),
    ]);
    const pictures = [
      picturePart('gallery', 'a.jpg', jpg),
      picturePart('gallery', 'b.png', png),
      picturePart('gallery', 'c.webp', webp),
    ];
    expect(await post(CREATE_TICKET_PATH, [...TICKET_FIELDS, ...pictures])).toMatchObject({ status: 200 });
    const ticket = await db.write.selectFrom('ticket').select('id').executeTakeFirstOrThrow();
    const reply = [{ name: 'message', content: 'And this' }, ...pictures];
    expect(await post(`/public/support-ticket/send-message/${ticket.id}`, reply)).toMatchObject({ status: 200 });
    const attachments = await db.write.selectFrom('attachment').select(['id', 'name', 'kind', 'bytes']).execute();
    expect(attachments.map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual([
      'a.jpg jpeg',
      'a.jpg jpeg',
      'b.png png',
      'b.png png',
      'c.webp webp',
      'c.webp webp',
    ]);
    for (const { id, bytes } of attachments) {
      const storedFile = await fetchFile(`/public/support-ticket/attachment/${id}`);
      expect(storedFile.length).toBe(bytes);
      await expectNoMetadata(storedFile);
    }
    const order = await createDeliveredOrder();
    const fields = [
      { name: 'reasons', content: 'Size too small' },
      { name: 'hasOriginalPackaging', content: 'true' },
    ];
    const images = [picturePart('images', 'a.jpg', jpg), picturePart('images', 'b.webp', webp)];
    expect(await post(`/public/orders/orderExchange/${order}`, [...fields, ...images])).toMatchObject({
      status: 200,
    });
    const storedImages = await db.write.selectFrom('exchange_image').select(['file_key', 'bytes']).execute();
    expect(storedImages).toHaveLength(2);
    for (const { file_key, bytes } of storedImages) {
      const storedFile = readFileSync(join(tempDir.dir, 'files', file_key.slice(0, 2), file_key));
      expect(storedFile.length).toBe(bytes);
      expect(await sharp(storedFile).metadata()).toMatchObject({ width: 200, height: 300 });
      await expectNoMetadata(storedFile);
    }
    expect(await post('/public/profile/image', [picturePart('image', 'me.jpg', jpg)])).toMatchObject({ status: 200 });
    await expectNoMetadata(await fetchFile('/public/profile/image'));
  });

  async function expectNoMetadata(storedFile: Buffer): Promise<void> {
    const { exif, xmp, iptc, orientation } = await sharp(storedFile).metadata();
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(storedFile.includes('Asha Rao')).toBe(false);
  }

  test.skipIf(!CAN_MEASURE_MEMORY)(
    'are rejected if they have too many pixels; twelve at once use less than 100 MB, and pages still load',
    async () => {
      asha = await addCustomer(db);
      const png = await interlacedPng(3_760);
      expect(await post(CREATE_TICKET_PATH, TICKET_FIELDS)).toMatchObject({ status: 200 });
      const slowestPage = { ms: 0 };
      let isOver = false;
      const visitPages = async () => {
        while (!isOver) {
          const startedAt = performance.now();
          const response = await fetch(`${shop.origin}/cart`, { headers: { accept: 'text/html' } });
          await response.arrayBuffer();
          expect(response.status).toBe(200);
          slowestPage.ms = Math.max(slowestPage.ms, performance.now() - startedAt);
        }
      };
      await visitOnce();
      // The decoding process is ended first, so that the growth includes the memory of a new process.
      for (const child of childrenOf(shop.pid)) process.kill(child, 'SIGKILL');
      await expect.poll(() => childrenOf(shop.pid)).toEqual([]);
      const postTwelve = (path: string, parts: Part[]) =>
        Promise.all(Array.from({ length: 12 }, () => post(path, parts)));
      let responses: { status: number; message: string }[] = [];
      const growth = await memoryGrowth(shop.pid, async () => {
        const visits = visitPages();
        responses = await postTwelve('/public/profile/image', [picturePart('image', 'a.png', png)]);
        isOver = true;
        await visits;
      });
      const growthText = `${growth.rss.toFixed(0)} MB (${growth.pss.toFixed(0)} MB without what processes share)`;
      console.info(
        `twelve pictures of ${png.length} bytes: ${growthText}, slowest page ${slowestPage.ms.toFixed(0)} ms`,
      );
      expect(growth.rss).toBeLessThan(100);
      const message = 'a.png has too many pixels. Please make it smaller and send it again.';
      responses.push(
        ...(await postTwelve(CREATE_TICKET_PATH, [...TICKET_FIELDS, picturePart('gallery', 'a.png', png)])),
      );
      for (const response of responses) expect(response).toEqual({ status: 413, message });
      async function visitOnce(): Promise<void> {
        await (await fetch(`${shop.origin}/cart`, { headers: { accept: 'text/html' } })).arrayBuffer();
      }
    },
  );

  test.skipIf(!CAN_MEASURE_MEMORY)(
    'are rejected when the decoding process is killed, and the shop and later uploads still work',
    async () => {
      asha = await addCustomer(db);
      const smallPicture = picturePart('gallery', 'a.png', await samplePng());
      expect(await post(CREATE_TICKET_PATH, [...TICKET_FIELDS, smallPicture])).toMatchObject({ status: 200 });
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
      const largePicture = await sharp({
        create: { width: 1_600, height: 1_600, channels: 3, background: '#888', noise },
      })
        .png({ compressionLevel: 1 })
        .toBuffer();
      const upload = post(CREATE_TICKET_PATH, [...TICKET_FIELDS, picturePart('gallery', 'b.png', largePicture)]);
      const killer = setInterval(() => {
        for (const child of childrenOf(shop.pid)) process.kill(child, 'SIGKILL');
      }, 50);
      expect(await upload).toEqual({
        status: 503,
        message: 'Pictures can’t be accepted right now. Please try again in a minute.',
      });
      clearInterval(killer);
      expect(shop.child.exitCode).toBeNull();
      expect((await fetch(shop.origin)).status).toBe(200);
      expect(await post(CREATE_TICKET_PATH, [...TICKET_FIELDS, smallPicture])).toMatchObject({ status: 200 });
    },
  );
});
