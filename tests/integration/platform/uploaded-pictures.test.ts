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
import { type ShopProcess, startLikeNpm, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const CREATE_TICKET = '/public/support-ticket/create';
const TEXTS: Part[] = [
  { name: 'subject', content: 'Late parcel' },
  { name: 'priority', content: 'low' },
  { name: 'message', content: 'It has not come yet.' },
];

describe('pictures uploaded by customers', () => {
  const data = temporaryDir('uploaded-pictures');
  let db: ShopDatabase;
  let shop: ShopProcess;
  let asha: TestCustomer;

  beforeAll(async () => {
    db = await smallShop(data.dir);
    await stockGoods(db);
    shop = await startLikeNpm({ dataDir: data.dir });
    asha = await addCustomer(db);
  });
  afterAll(async () => {
    await shop?.stop();
    await db?.close();
    data.remove();
  });

  async function post(path: string, parts: Part[]): Promise<{ status: number; message: string }> {
    const headers = { cookie: `session=${asha.token}`, origin: shop.origin, 'content-type': MULTIPART_TYPE };
    const body = new Uint8Array(multipartBody(parts));
    const response = await fetch(shop.origin + path, { method: 'POST', headers, body });
    const { message } = (await response.json()) as { message: string };
    return { status: response.status, message };
  }

  const picture = (name: string, fileName: string, content: Uint8Array): Part => ({
    name,
    fileName,
    type: `image/${fileName.split('.')[1]?.replace('jpg', 'jpeg')}`,
    content,
  });

  /** The bytes of a file as the shop returns them. */
  async function fetchFile(path: string): Promise<Buffer> {
    const response = await fetch(shop.origin + path, { headers: { cookie: `session=${asha.token}` } });
    expect(response.status, path).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  async function deliveredOrder(): Promise<string> {
    const fixture = orderFixture(db, Date.now());
    const order = await fixture.place(await fixture.cartOf(['test-scarf', 1]));
    await db.write.updateTable('orders').set({ customer_id: asha.id }).where('id', '=', order.id).execute();
    await moveOrder(fixture.shop, order.id, 'delivered');
    return order.id;
  }

  test('lose their location and other metadata in tickets, replies, exchanges and profiles', async () => {
    const [jpg, png, webp] = await Promise.all([
      photographWithLocation('jpeg'),
      photographWithLocation('png'),
      photographWithLocation('webp'),
    ]);
    const pictures = [
      picture('gallery', 'a.jpg', jpg),
      picture('gallery', 'b.png', png),
      picture('gallery', 'c.webp', webp),
    ];
    expect(await post(CREATE_TICKET, [...TEXTS, ...pictures])).toMatchObject({ status: 200 });
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
    const order = await deliveredOrder();
    const fields = [
      { name: 'reasons', content: 'Size too small' },
      { name: 'hasOriginalPackaging', content: 'true' },
    ];
    const images = [picture('images', 'a.jpg', jpg), picture('images', 'b.webp', webp)];
    expect(await post(`/public/orders/orderExchange/${order}`, [...fields, ...images])).toMatchObject({
      status: 200,
    });
    const stored = await db.write.selectFrom('exchange_image').select(['file_key', 'bytes']).execute();
    expect(stored).toHaveLength(2);
    for (const { file_key, bytes } of stored) {
      const storedFile = readFileSync(join(data.dir, 'files', file_key.slice(0, 2), file_key));
      expect(storedFile.length).toBe(bytes);
      expect(await sharp(storedFile).metadata()).toMatchObject({ width: 200, height: 300 });
      await expectNoMetadata(storedFile);
    }
    expect(await post('/public/profile/image', [picture('image', 'me.jpg', jpg)])).toMatchObject({ status: 200 });
    await expectNoMetadata(await fetchFile('/public/profile/image'));
  });

  async function expectNoMetadata(storedFile: Buffer): Promise<void> {
    const { exif, xmp, iptc, orientation } = await sharp(storedFile).metadata();
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(storedFile.includes('Asha Rao')).toBe(false);
  }

  test.skipIf(!CAN_MEASURE_MEMORY)(
    'twelve interlaced PNGs of 389 kB at once cost less than 100 MB and are rejected, while pages load',
    async () => {
      asha = await addCustomer(db);
      const png = await interlacedPng(3_760);
      expect(await post(CREATE_TICKET, TEXTS)).toMatchObject({ status: 200 });
      const slowest = { ms: 0 };
      let isOver = false;
      const visitor = async () => {
        while (!isOver) {
          const startedAt = performance.now();
          const response = await fetch(`${shop.origin}/cart`, { headers: { accept: 'text/html' } });
          await response.arrayBuffer();
          expect(response.status).toBe(200);
          slowest.ms = Math.max(slowest.ms, performance.now() - startedAt);
        }
      };
      await visitOnce();
      // The decoding process is ended first, so that the growth includes the memory of a new one.
      for (const child of childrenOf(shop.pid)) process.kill(child, 'SIGKILL');
      await expect.poll(() => childrenOf(shop.pid)).toEqual([]);
      const wave = (path: string, parts: Part[]) => Promise.all(Array.from({ length: 12 }, () => post(path, parts)));
      let responses: { status: number; message: string }[] = [];
      const growth = await memoryGrowth(shop.pid, async () => {
        const visits = visitor();
        responses = await wave('/public/profile/image', [picture('image', 'a.png', png)]);
        isOver = true;
        await visits;
      });
      const figures = `${growth.rss.toFixed(0)} MB (${growth.pss.toFixed(0)} MB without what processes share)`;
      console.info(`twelve pictures of ${png.length} bytes: ${figures}, slowest page ${slowest.ms.toFixed(0)} ms`);
      expect(growth.rss).toBeLessThan(100);
      const message = 'a.png has too many pixels. Please make it smaller and send it again.';
      responses.push(...(await wave(CREATE_TICKET, [...TEXTS, picture('gallery', 'a.png', png)])));
      for (const response of responses) expect(response).toEqual({ status: 413, message });
      async function visitOnce(): Promise<void> {
        await (await fetch(`${shop.origin}/cart`, { headers: { accept: 'text/html' } })).arrayBuffer();
      }
    },
  );

  test.skipIf(!CAN_MEASURE_MEMORY)(
    'are rejected when the decoding process is killed, and the shop and later uploads work',
    async () => {
      asha = await addCustomer(db);
      const small = picture('gallery', 'a.png', await samplePng());
      expect(await post(CREATE_TICKET, [...TEXTS, small])).toMatchObject({ status: 200 });
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
      const largePicture = await sharp({
        create: { width: 1_600, height: 1_600, channels: 3, background: '#888', noise },
      })
        .png({ compressionLevel: 1 })
        .toBuffer();
      const upload = post(CREATE_TICKET, [...TEXTS, picture('gallery', 'b.png', largePicture)]);
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
      expect(await post(CREATE_TICKET, [...TEXTS, small])).toMatchObject({ status: 200 });
    },
  );
});
