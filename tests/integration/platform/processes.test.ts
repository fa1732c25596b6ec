import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { rawRequest, rawStatus } from '#support/raw-request.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { waitUntil } from '#support/time-limits.ts';
import { startTwoServers } from '#support/two-servers.ts';

/** The documented limit: a change is visible everywhere within two seconds. */
const MAX_DELAY_MS = 2_000;
const PAGES = ['/products', '/products/loom-kurta', '/public/product/show/loom-kurta'];

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`two servers on one database [${engine}]`, () => {
    let db: ShopDatabase;
    let servers: ShopProcess[] = [];
    let close = async () => {};

    beforeAll(async () => {
      ({ db, servers, close } = await startTwoServers(engine, smallShop));
    });

    afterAll(() => close());

    test('show a price that another process changed in the list, on the page and in the API', async () => {
      const addresses = servers.flatMap(({ origin }) => PAGES.map((path) => origin + path));
      for (const address of addresses) expect(await fetchText(address), address).toMatch(/1,?250/);
      await saveCatalogueBatch(db, catalogueWithPrice(777), new Map());
      const changedAt = performance.now();
      await Promise.all(addresses.map((address) => waitUntilShown(address, /777/, changedAt)));
    });

    test('show a new product in their lists', async () => {
      await saveCatalogueBatch(db, [...catalogueWithPrice(777), oneProduct('vat-shirt', 640)], new Map());
      const changedAt = performance.now();
      await Promise.all(servers.map(({ origin }) => waitUntilShown(`${origin}/products`, /vat-shirt/, changedAt)));
    });
  });
}

describe('one server', () => {
  const data = temporaryDir('processes');
  let shop: ShopProcess;

  beforeAll(async () => {
    await addProducts(data.dir);
    shop = await startShop({ dataDir: data.dir });
  });

  afterAll(async () => {
    await shop.stop();
    data.remove();
  });

  /** Requests that clients must not send, and the possible statuses of their responses. */
  const INVALID_REQUESTS: [name: string, requestFor: (port: number) => string | Buffer, statuses: number[]][] = [
    ['a Content-Length of 10 GB', (port) => post(port, { 'Content-Length': '10000000000' }), [413]],
    ['a compressed body', (port) => post(port, { 'Content-Encoding': 'gzip', 'Content-Length': '5' }), [415]],
    [
      'a post from another site',
      (port) => post(port, { Origin: 'https://evil.example', 'Content-Length': '0' }),
      [403],
    ],
    [
      'a post without an origin',
      (port) => rawRequest('POST /public/cart/create', port, { 'Content-Length': '0' }),
      [403],
    ],
    ['TRACE', (port) => rawRequest('TRACE /', port), [405]],
    ['an unknown method', (port) => rawRequest('BREW /', port), [400, 405]],
    ['a wrong Host', (port) => rawRequest('GET /', port, { Host: 'evil.example' }), [421]],
    ['no Host', () => 'GET / HTTP/1.1\r\n\r\n', [400]],
    ['a wrong host in an absolute address', (port) => rawRequest('GET http://evil.example/', port), [421]],
    ['invalid escapes', (port) => rawRequest('GET /products/%E0%A4%A', port), [400]],
    ['headers of 20 kB', (port) => rawRequest('GET /', port, { 'X-Long': 'x'.repeat(20_000) }), [431]],
    ['an address of 9 kB', (port) => rawRequest(`GET /${'x'.repeat(9_000)}`, port), [414]],
    ['a null byte in the address', (port) => Buffer.from(rawRequest('GET /products\0/x', port)), [400]],
    ['a null byte in a header', (port) => Buffer.from(rawRequest('GET /', port, { 'X-Null': 'a\0b' })), [400]],
    ['an escaped null byte as a product', (port) => rawRequest('GET /products/%00', port), [400, 404]],
    ['a path traversal', (port) => rawRequest('GET /_astro/..%2f..%2fserver/entry.mjs', port), [301, 400, 404]],
    ['two body lengths', (port) => post(port, { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' }), [400]],
    ['bytes that are not HTTP', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n', [400]],
  ];

  test.each(INVALID_REQUESTS)('rejects %s and still serves pages', async (_name, requestFor, statuses) => {
    expect(statuses).toContain(await rawStatus(shop.port, requestFor(shop.port)));
    expect((await fetch(shop.origin)).status).toBe(200);
  });

  test('rejects an endless body and still serves pages', async () => {
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
    const status = await rawStatus(shop.port, post(shop.port, { 'Transfer-Encoding': 'chunked' }), () => chunk);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect((await fetch(shop.origin)).status).toBe(200);
  });

  test('serves visitors despite 200 sockets that never finish their headers', async () => {
    const slowSockets = await Promise.all(Array.from({ length: 200 }, () => sendIncompleteHeaders(shop.port)));
    const responses = await Promise.all(['/', ...PAGES].map((path) => fetch(shop.origin + path)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const socket of slowSockets) socket.destroy();
  });
});

test('after SIGTERM, /readyz returns 503, no requests fail, and the process exits with 0', async () => {
  const data = temporaryDir('processes');
  await addProducts(data.dir);
  const shop = await startShop({ dataDir: data.dir, env: { PAGE_CACHE: 'off' } });
  const get = (path: string) =>
    fetch(shop.origin + path).then(async (response) => ({ status: response.status, text: await response.text() }));
  const requestsBefore = Array.from({ length: 30 }, (_, n) => get(`/products?maxprice=${9_000 + n}`));
  await Promise.race(requestsBefore);
  shop.child.kill('SIGTERM');
  // A load balancer keeps sending requests until it gets the 503.
  const requestsAfter = Array.from({ length: 15 }, (_, n) => get(`/products?maxprice=${8_000 + n}`));
  await waitForStatus(`${shop.origin}/readyz`, 503);
  for (const { status, text } of await Promise.all([...requestsBefore, ...requestsAfter])) {
    expect(status).toBe(200);
    expect(text).toContain('</html>');
  }
  expect(await shop.exited).toBe(0);
  data.remove();
});

/** Adds products so that the shop does not load the demo products. */
async function addProducts(dataDir: string): Promise<void> {
  const db = await smallShop(dataDir);
  await db.close();
}

function catalogueWithPrice(price: number): CatalogueRecord[] {
  return [{ type: 'category', slug: 'women', name: 'Women' }, oneProduct('loom-kurta', price)];
}

function post(port: number, headers: Record<string, string>): string {
  return rawRequest('POST /public/cart/create', port, {
    Origin: `http://127.0.0.1:${port}`,
    'Content-Type': 'application/json',
    ...headers,
  });
}

async function fetchText(address: string): Promise<string> {
  return (await fetch(address)).text();
}

async function waitUntilShown(address: string, text: RegExp, since: number): Promise<void> {
  await waitUntil(`${address} shows ${text}`, MAX_DELAY_MS, async () => text.test(await fetchText(address)), since);
}

async function waitForStatus(address: string, status: number): Promise<void> {
  while ((await fetch(address)).status !== status) await wait(20);
}

function sendIncompleteHeaders(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow:');
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
