import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import { addCustomer } from '#support/customers.ts';
import { pngBomb, SAMPLE_EXE, SAMPLE_PDF, samplePng } from '#support/sample-files.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const PATH = '/public/profile/image';
const NOT_AN_IMAGE = 'Please select a valid image file (JPG, PNG, GIF)';

const PNG = await samplePng(300, 300);

describe('a profile image', () => {
  const data = temporaryDir('profile-image');
  let db: ShopDatabase;
  let shop: ShopProcess;
  let asha: string;
  let bala: string;

  beforeAll(async () => {
    db = await smallShop(data.dir);
    shop = await startShop({ dataDir: data.dir });
    asha = (await addCustomer(db)).token;
    bala = (await addCustomer(db, 'Bala')).token;
  }, 240_000);

  afterAll(async () => {
    await shop?.stop();
    await db?.close();
    data.remove();
  });

  function fetchImage(token: string | undefined, init: RequestInit = {}, query = '') {
    const headers = { ...(token ? { cookie: `session=${token}` } : {}), origin: shop.origin, ...init.headers };
    return fetch(shop.origin + PATH + query, { ...init, headers, redirect: 'manual' });
  }

  function upload(token: string | undefined, bytes: Uint8Array, name: string, type: string, headers = {}) {
    const body = new FormData();
    body.set('image', new File([new Uint8Array(bytes)], name, { type }));
    return fetchImage(token, { method: 'POST', body, headers: { accept: 'application/json', ...headers } });
  }

  test('is converted to a square without metadata, and replaces the previous one', async () => {
    const photo = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#a33' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
      .toBuffer();
    const firstUpload = await upload(asha, photo, 'me.JPG', 'image/jpeg');
    expect(firstUpload.status).toBe(200);
    const { message, data: body } = (await firstUpload.json()) as { message: string; data: { featured_image: string } };
    expect(message).toBe('Profile image updated');
    const image = await fetchImage(asha, {}, body.featured_image.slice(PATH.length));
    expect(image.headers.get('content-type')).toBe('image/webp');
    const metadata = await sharp(Buffer.from(await image.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 384, height: 384 });
    expect(metadata.exif).toBeUndefined();
    const secondUpload = await upload(asha, PNG, 'me.png', 'image/png');
    const { data: secondBody } = (await secondUpload.json()) as { data: typeof body };
    expect(secondBody.featured_image).not.toBe(body.featured_image);
    expect(await countStoredFiles()).toBe(1);
  });

  test('is removed with its file by the API and by a form, and removing it twice succeeds', async () => {
    for (const init of [{ method: 'DELETE' }, { method: 'POST', headers: { accept: 'text/html' } }]) {
      await upload(asha, PNG, 'me.png', 'image/png');
      expect(await countStoredFiles()).toBe(1);
      const isForm = init.method === 'POST';
      const body = isForm ? { body: new URLSearchParams() } : {};
      for (let n = 0; n < 2; n++) {
        const removal = await fetchImage(asha, { ...init, ...body }, isForm ? '/remove' : '');
        expect([removal.status, removal.headers.get('location')]).toEqual(
          isForm ? [303, '/account/profile'] : [200, null],
        );
      }
      expect(await countStoredFiles()).toBe(0);
      expect((await fetchImage(asha)).status).toBe(404);
    }
    expect((await fetchImage(undefined, { method: 'DELETE' })).status).toBe(401);
  });

  test('is served to its owner only', async () => {
    await upload(asha, PNG, 'me.png', 'image/png');
    const { image_file } = await db.write
      .selectFrom('customer')
      .select('image_file')
      .where('image_file', 'is not', null)
      .executeTakeFirstOrThrow();
    expect((await fetchImage(asha, {}, `?v=${image_file}`)).status).toBe(200);
    expect((await fetchImage(bala, {}, `?v=${image_file}`)).status).toBe(404);
    expect((await fetchImage(undefined, {}, `?v=${image_file}`)).status).toBe(401);
  });

  test('is rejected without a login or from another site', async () => {
    expect((await upload(undefined, PNG, 'me.png', 'image/png')).status).toBe(401);
    const crossSiteResponse = await upload(asha, PNG, 'me.png', 'image/png', { origin: 'https://evil.example' });
    expect(crossSiteResponse.status).toBe(403);
  });

  test.each([
    ['a PDF', SAMPLE_PDF, 'me.pdf', 'application/pdf', 415, NOT_AN_IMAGE],
    ['a PDF named .jpg', SAMPLE_PDF, 'me.jpg', 'image/jpeg', 415, NOT_AN_IMAGE],
    ['an exe named .png', SAMPLE_EXE, 'me.png', 'image/png', 415, NOT_AN_IMAGE],
    ['a truncated picture', PNG.subarray(0, 200), 'me.png', 'image/png', 415, NOT_AN_IMAGE],
    ['a picture of 30,000 × 30,000 pixels', pngBomb(), 'me.png', 'image/png', 415, NOT_AN_IMAGE],
    [
      'a file of 6 MB',
      Buffer.concat([PNG, Buffer.alloc(6 * 1024 * 1024)]),
      'me.png',
      'image/png',
      413,
      'Image size should be less than 5MB',
    ],
  ])(
    'that is %s is rejected with a message and not stored',
    async (_description, bytes, name, type, status, message) => {
      const countBefore = await countStoredFiles();
      const response = await upload(bala, bytes, name, type);
      expect(response.status).toBe(status);
      expect(((await response.json()) as { message: string }).message).toBe(message);
      expect(await countStoredFiles()).toBe(countBefore);
    },
  );

  test('that is rejected in a plain form redirects with the message; a form without a file gets 422', async () => {
    const response = await upload(asha, SAMPLE_PDF, 'me.pdf', 'application/pdf', {
      accept: 'text/html',
      referer: `${shop.origin}/account/profile`,
    });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/account/profile']);
    expect(decodeURIComponent(response.headers.get('set-cookie') ?? '')).toContain(NOT_AN_IMAGE);
    const empty = new FormData();
    empty.set('image', new File([], '', { type: 'application/octet-stream' }));
    expect((await fetchImage(asha, { method: 'POST', body: empty })).status).toBe(422);
  });

  async function countStoredFiles(): Promise<number> {
    let count = 0;
    for await (const _ of openFileStore({ dataDir: data.dir }).list()) count++;
    return count;
  }
});
