import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { startShop, temporaryDir } from '#support/shop-process.ts';

/** The service worker is allowed, because the tests replace it, break it or turn it off. */
test.use({ serviceWorkers: 'allow' });

const BROKEN_AT_START = 'throw new Error("broken");';
const BROKEN_PAGES = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(Promise.reject(new Error('broken'))));`;

let server: Server;
let origin: string;
/** The origin to which requests are forwarded. */
let shopOrigin: string;
/** The text of `/sw.js`, or undefined if the shop's own file is sent. */
let workerScript: string | undefined;
let faqHeaders: IncomingHttpHeaders;

test.beforeEach(async ({ baseURL }) => {
  shopOrigin = baseURL ?? '';
  workerScript = undefined;
  server = createServer((req, res) => {
    if (req.url === '/sw.js' && workerScript !== undefined) {
      res.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(workerScript);
      return;
    }
    if (req.url === '/faq') ({ headers: faqHeaders } = req);
    const { hostname, port } = new URL(shopOrigin);
    const options = { hostname, port, method: req.method, path: req.url, headers: req.headers };
    const forwardedRequest = request(options, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    forwardedRequest.on('error', () => res.destroy());
    req.pipe(forwardedRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('a new version takes over while the shop is open', async ({ page }) => {
  await openWithWorker(page);
  workerScript = `${await (await fetch(`${shopOrigin}/sw.js`)).text()}// 2`;
  await page.goto(`${origin}/faq`);
  await expect.poll(() => page.evaluate(() => caches.has('copies'))).toBe(true);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const newWorkerTakesOver = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    await registration?.update();
    await newWorkerTakesOver;
  });
  expect((await page.goto(`${origin}/products`))?.status()).toBe(200);
});

test('a version that fails when it starts does not replace the old version', async ({ page }) => {
  await openWithWorker(page);
  await page.goto(`${origin}/faq`);
  await expect.poll(() => page.evaluate(() => caches.match('/faq').then((copy) => copy !== undefined))).toBe(true);
  workerScript = BROKEN_AT_START;
  const updateError = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.update().catch((error: Error) => error.name);
  });
  expect(updateError).toBe('TypeError');
  for (const path of ['/products', '/']) expect((await page.goto(origin + path))?.status()).toBe(200);
  // The old version still shows copies of visited pages.
  shopOrigin = 'http://127.0.0.1:1';
  await page.goto(`${origin}/faq`);
  await expect(page.getByRole('heading', { name: 'HELP BY CATEGORIES' })).toBeVisible();
});

test('after a version that breaks every page, a repaired version shows pages again', async ({ page }) => {
  await openWithWorker(page);
  workerScript = BROKEN_PAGES;
  await page.goto(`${origin}/faq`);
  await expect
    .poll(() =>
      page.goto(`${origin}/faq`).then(
        () => 'shown',
        () => 'broken',
      ),
    )
    .toBe('broken');

  workerScript = undefined;
  await expect
    .poll(() =>
      page.goto(`${origin}/faq`).then(
        () => 'shown',
        () => 'broken',
      ),
    )
    .toBe('shown');
});

test('SERVICE_WORKER=off removes the worker and its stored pages', async ({ page }) => {
  await openWithWorker(page);
  await page.goto(`${origin}/faq`);
  const data = temporaryDir('worker-off');
  const otherShop = await startShop({ dataDir: data.dir, env: { SERVICE_WORKER: 'off' } });
  try {
    shopOrigin = otherShop.origin;
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
    await otherShop.stop();
    data.remove();
  }
});

test('the shop receives the same mode, referrer and accept headers as without a worker', async ({ page, browser }) => {
  await openWithWorker(page);
  await page.goto(`${origin}/products`);
  await page.goto(`${origin}/faq`, { referer: `${origin}/products` });
  const headersWithWorker = faqHeaders;
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const pageWithoutWorker = await context.newPage();
  await pageWithoutWorker.goto(`${origin}/faq`, { referer: `${origin}/products` });
  await context.close();
  for (const name of ['sec-fetch-mode', 'referer', 'accept'])
    expect(headersWithWorker[name], name).toBe(faqHeaders[name]);
});

async function openWithWorker(page: Page): Promise<void> {
  await page.goto(`${origin}/`);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
