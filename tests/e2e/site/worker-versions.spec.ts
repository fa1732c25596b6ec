import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { startShop, temporaryDir } from '#support/shop-process.ts';

/** What a visitor sees when the service worker is replaced, broken or turned off. */
test.use({ serviceWorkers: 'allow' });

const BROKEN_AT_START = 'throw new Error("broken");';
const BROKEN_PAGES = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(Promise.reject(new Error('broken'))));`;

let server: Server;
let origin: string;
/** The origin to which requests are forwarded, and the text of `/sw.js` if it replaces the shop's. */
let shop: string;
let worker: string | undefined;
let headers: IncomingHttpHeaders;

test.beforeEach(async ({ baseURL }) => {
  shop = baseURL ?? '';
  worker = undefined;
  server = createServer((req, res) => {
    if (req.url === '/sw.js' && worker !== undefined) {
      res.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(worker);
      return;
    }
    if (req.url === '/faq') ({ headers } = req);
    const { hostname, port } = new URL(shop);
    const options = { hostname, port, method: req.method, path: req.url, headers: req.headers };
    const forwarded = request(options, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    forwarded.on('error', () => res.destroy());
    req.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('a new version takes over while the shop is open', async ({ page }) => {
  await openWithWorker(page);
  const first = await activeWorker(page);
  worker = `${await (await fetch(`${shop}/sw.js`)).text()}// 2`;
  await page.goto(`${origin}/faq`);
  await expect.poll(() => page.evaluate(() => caches.has('copies'))).toBe(true);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
  await expect.poll(() => isControlledByNewest(page)).toBe(true);
  expect(first).toBe(`${origin}/sw.js`);
  expect((await page.goto(`${origin}/products`))?.status()).toBe(200);
});

test('a version that fails at its start leaves the old one in place', async ({ page }) => {
  await openWithWorker(page);
  worker = BROKEN_AT_START;
  for (const path of ['/faq', '/products', '/']) expect((await page.goto(origin + path))?.status()).toBe(200);
  expect(await activeWorker(page)).toBe(`${origin}/sw.js`);
});

test('after a version that breaks every page, a repaired one is used at the next visit', async ({ page }) => {
  await openWithWorker(page);
  worker = BROKEN_PAGES;
  await page.goto(`${origin}/faq`);
  await expect
    .poll(() =>
      page.goto(`${origin}/faq`).then(
        () => 'shown',
        () => 'broken',
      ),
    )
    .toBe('broken');

  worker = undefined;
  await expect
    .poll(() =>
      page.goto(`${origin}/faq`).then(
        () => 'shown',
        () => 'broken',
      ),
    )
    .toBe('shown');
});

test('SERVICE_WORKER=off removes the worker and its copies', async ({ page }) => {
  await openWithWorker(page);
  await page.goto(`${origin}/faq`);
  const data = temporaryDir('worker-off');
  const other = await startShop({ dataDir: data.dir, env: { SERVICE_WORKER: 'off' } });
  try {
    shop = other.origin;
    await page.goto(`${origin}/faq`);
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toEqual([]);
    expect((await page.goto(`${origin}/faq`))?.status()).toBe(200);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  } finally {
    await other.stop();
    data.remove();
  }
});

test('the shop gets the same mode, referrer and accept headers as without a worker', async ({ page, browser }) => {
  await openWithWorker(page);
  await page.goto(`${origin}/products`);
  await page.goto(`${origin}/faq`, { referer: `${origin}/products` });
  const withWorker = headers;
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const plain = await context.newPage();
  await plain.goto(`${origin}/faq`, { referer: `${origin}/products` });
  await context.close();
  for (const name of ['sec-fetch-mode', 'referer', 'accept']) expect(withWorker[name], name).toBe(headers[name]);
});

async function openWithWorker(page: Page): Promise<void> {
  await page.goto(`${origin}/`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

function activeWorker(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL);
}

function isControlledByNewest(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { active, waiting, installing } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return !waiting && !installing && active === navigator.serviceWorker.controller;
  });
}
