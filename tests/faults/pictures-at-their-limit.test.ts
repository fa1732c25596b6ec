import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addCustomer } from '#support/customers.ts';
import { MULTIPART_TYPE, multipartBody } from '#support/multipart.ts';
import { CAN_MEASURE_MEMORY, childrenOf, memoryGrowth } from '#support/process-memory.ts';
import { interlacedPng } from '#support/sample-files.ts';
import { type ShopProcess, startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const CONCURRENT_UPLOADS = 12;
/** In proportional set size (PSS): a page shared by n processes counts as 1/n. */
const MAX_GROWTH_MIB = 100;
const data = temporaryDir('pictures-at-their-limit');
let db: ShopDatabase;
let shop: ShopProcess;

beforeAll(async () => {
  db = await smallShop(data.dir);
  shop = await startWithNpmFlags({ dataDir: data.dir, env: { UPLOAD_MB_A_DAY: '100000' } });
});
afterAll(async () => {
  await shop?.stop();
  await db?.close();
  data.remove();
});

const noisyPicture = (width: number, height: number) =>
  sharp({
    create: {
      width: 1_000,
      height: 750,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 15 },
    },
  })
    .png()
    .toBuffer()
    .then((small) => sharp(small).resize(width, height, { fit: 'fill' }));

/** The largest accepted picture of each kind, and an attack that is rejected. */
const PICTURES: [label: string, status: number, type: string, make: () => Promise<Buffer>][] = [
  ['16-bit interlaced PNGs of 389 kB', 413, 'png', () => interlacedPng(3_760)],
  ['16-bit interlaced PNGs of the largest accepted size', 200, 'png', () => interlacedPng(1_999)],
  [
    'progressive JPEGs of 12 MP',
    200,
    'jpeg',
    async () => (await noisyPicture(4_000, 3_000)).jpeg({ progressive: true }).toBuffer(),
  ],
  [
    'rotated JPEGs of 50 MP',
    200,
    'jpeg',
    async () => (await noisyPicture(8_160, 6_120)).jpeg({ quality: 50 }).withMetadata({ orientation: 6 }).toBuffer(),
  ],
  [
    'WebPs of 12 MP',
    200,
    'webp',
    async () => (await noisyPicture(4_000, 3_000)).webp({ quality: 60, effort: 0 }).toBuffer(),
  ],
  [
    'lossless WebPs of 12 MP',
    200,
    'webp',
    () =>
      sharp({ create: { width: 4_000, height: 3_000, channels: 4, background: '#35507080' } })
        .webp({ lossless: true })
        .toBuffer(),
  ],
];

test.skipIf(!CAN_MEASURE_MEMORY).each(PICTURES)(
  `memory stays within the limit with ${CONCURRENT_UPLOADS} uploads at once: %s`,
  async (label, status, type, make) => {
    const content = await make();
    const tokens = await Promise.all(
      Array.from({ length: CONCURRENT_UPLOADS }, async () => (await addCustomer(db)).token),
    );
    await visit();
    for (const child of childrenOf(shop.pid)) process.kill(child, 'SIGKILL');
    await expect.poll(() => childrenOf(shop.pid)).toEqual([]);
    let statuses: number[] = [];
    let slowestMs = 0;
    const growth = await memoryGrowth(shop.pid, async () => {
      let isOver = false;
      const visitor = (async () => {
        while (!isOver) slowestMs = Math.max(slowestMs, await visit());
      })();
      statuses = await Promise.all(tokens.map((token) => send(token, type, content)));
      isOver = true;
      await visitor;
    });
    const memory = `${growth.rss.toFixed(0)} MiB (PSS ${growth.pss.toFixed(0)} MiB)`;
    console.info(`${label}, ${content.length} bytes: ${memory}, slowest page ${slowestMs.toFixed(0)} ms`);
    expect(new Set(statuses)).toEqual(new Set([status]));
    expect(growth.pss).toBeLessThan(MAX_GROWTH_MIB);
  },
);

async function visit(): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${shop.origin}/cart`, { headers: { accept: 'text/html' } });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return performance.now() - startedAt;
}

async function send(token: string, type: string, content: Buffer): Promise<number> {
  const headers = { cookie: `session=${token}`, origin: shop.origin, 'content-type': MULTIPART_TYPE };
  const part = { name: 'gallery', fileName: `a.${type}`, type: `image/${type}`, content };
  const texts = [
    { name: 'subject', content: 'Late parcel' },
    { name: 'priority', content: 'low' },
    { name: 'message', content: 'It has not come yet.' },
  ];
  const body = new Uint8Array(multipartBody([...texts, part]));
  const response = await fetch(`${shop.origin}/public/support-ticket/create`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}
