import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { S3FileStore } from '#lib/platform/files/storage/s3-file-store.server.ts';
import { parseStorageUrl, type StorageAddress } from '#lib/platform/files/storage/storage-address.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { addCustomer } from '#support/customers.ts';
import { type FlakyProxy, startFlakyProxy } from '#support/flaky-proxy.ts';
import { freePort } from '#support/free-port.ts';
import { MULTIPART_TYPE, multipartBody } from '#support/multipart.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const NOT_STORED = 'Files can’t be stored right now. Please try again in a few minutes.';
const NOT_READ = 'This file can’t be loaded right now. Please try again in a few minutes.';
const data = temporaryDir('object-store');
const CONTENT = Buffer.alloc(2 * 1024 * 1024, 'taana ');
/** A fault: the number of bytes after which the proxy closes a connection. */
const CUT_AFTER_BYTES = 100_000;
let s3: S3rver;
let proxy: FlakyProxy;
let storageUrl: string;
let shop: ShopProcess | undefined;

beforeAll(async () => {
  const port = await freePort();
  const directory = join(data.dir, 's3');
  s3 = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'taana' }] });
  await s3.run();
  proxy = await startFlakyProxy(port);
  storageUrl = `s3://S3RVER:S3RVER@127.0.0.1:${proxy.port}/taana?region=us-east-1&tls=off`;
});
afterAll(async () => {
  await shop?.stop('SIGKILL');
  await proxy.close();
  await s3.close();
  data.remove();
});
beforeEach(() => {
  proxy.fault = 'none';
});

test('an unreachable, hanging or failing object store is reported, and no truncated file seems complete', async () => {
  const address = parseStorageUrl(storageUrl) as StorageAddress;
  const storeWithDefaultTimeouts = new S3FileStore(address, new Upstreams());
  const store = new S3FileStore(address, new Upstreams(), { storeTimeoutMs: 500, timeoutMs: 500 });
  const path = join(data.dir, 'arrived');
  writeFileSync(path, CONTENT);
  const key = await storeWithDefaultTimeouts.add(path, 'text/plain');
  const range = { start: 0, end: CONTENT.length - 1 };
  for (const fault of ['down', 'silent', CUT_AFTER_BYTES] as const) {
    proxy.fault = fault;
    await expect(store.add(path, 'text/plain'), String(fault)).rejects.toMatchObject({
      code: 'busy',
      message: NOT_STORED,
    });
    const read = store.read(key, range).then((stream) => stream && buffer(stream));
    if (typeof fault === 'number') await expect(read).rejects.toThrow();
    else await expect(read, fault).rejects.toMatchObject({ code: 'busy', message: NOT_READ });
  }
  proxy.fault = 'none';
  expect(
    (await buffer((await storeWithDefaultTimeouts.read(key, range)) as NodeJS.ReadableStream)).equals(CONTENT),
  ).toBe(true);
  expect(await storeWithDefaultTimeouts.read('0'.repeat(32), range)).toBeUndefined();
});

test('while the object store fails, the shop explains the failure and stores no rows; then it recovers', async () => {
  const dataDir = join(data.dir, 'shop');
  const db = await smallShop(dataDir);
  const cookie = `session=${(await addCustomer(db)).token}`;
  shop = await startShop({ dataDir, env: { STORAGE_URL: storageUrl } });
  const { origin } = shop;
  const headers = { cookie, origin };
  const parts = [
    { name: 'subject', content: 'Late parcel' },
    { name: 'priority', content: 'low' },
    { name: 'message', content: 'It has not come yet.' },
    { name: 'gallery', fileName: 'a.txt', type: 'text/plain', content: CONTENT },
  ];
  const send = async () => {
    const body = new Uint8Array(multipartBody(parts));
    const init = { method: 'POST', headers: { ...headers, 'content-type': MULTIPART_TYPE }, body };
    const response = await fetch(`${origin}/public/support-ticket/create`, init);
    return { status: response.status, message: ((await response.json()) as { message: string }).message };
  };
  expect((await send()).status).toBe(200);
  const { id } = await db.write.selectFrom('attachment').select('id').executeTakeFirstOrThrow();
  const read = () => fetch(`${origin}/public/support-ticket/attachment/${id}`, { headers });

  for (const fault of ['down', CUT_AFTER_BYTES] as const) {
    proxy.fault = fault;
    expect(await send()).toEqual({ status: 503, message: NOT_STORED });
  }
  await expect(read().then((response) => response.arrayBuffer())).rejects.toThrow();
  proxy.fault = 'down';
  const failedResponse = await read();
  expect([failedResponse.status, ((await failedResponse.json()) as { message: string }).message]).toEqual([
    503,
    NOT_READ,
  ]);
  for (const path of ['/', '/account/support-ticket'])
    expect((await fetch(origin + path, { headers })).status).toBe(200);
  expect((await db.write.selectFrom('ticket').select('id').execute()).length).toBe(1);
  const uploads = join(dataDir, 'uploads');
  expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([]);

  proxy.fault = 'none';
  expect((await send()).status).toBe(200);
  const completeResponse = await read();
  expect(completeResponse.headers.get('content-disposition')).toContain('attachment');
  expect(Buffer.from(await completeResponse.arrayBuffer()).equals(CONTENT)).toBe(true);
  await db.close();
});
