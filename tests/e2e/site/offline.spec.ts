import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { type FlakyProxy, startFlakyProxy } from '#support/flaky-proxy.ts';
import { installWorker, isStored, waitUntilStored } from '#support/installed-worker.ts';

/** The service worker is allowed, because it stores the pages that visitors can read if the network fails. */
test.use({ serviceWorkers: 'allow' });

let proxy: FlakyProxy;
let origin: string;

test.beforeEach(async ({ baseURL }) => {
  proxy = await startFlakyProxy(Number(new URL(baseURL ?? '').port));
  origin = `http://127.0.0.1:${proxy.port}`;
});
test.afterEach(() => proxy.close());

/** The number of pages to store. The long run, `STORED_PAGES=1000`, also waits for the pictures of each page. */
const PAGES_TO_STORE = Number(process.env.STORED_PAGES ?? 65);
const WAIT_UNTIL = process.env.STORED_PAGES === undefined ? 'commit' : 'load';
const PAGES = ['/', '/products', '/blogs', '/faq', '/size-guide'];

for (const fault of ['down', 'silent', 'login-page'] as const) {
  test(`visited pages can be read during a network fault: ${fault}`, async ({ page }) => {
    await install(page);
    for (const path of PAGES) await page.goto(origin + path);
    const title = await page.title();
    await waitUntilStored(page, origin + PAGES.at(-1));

    proxy.fault = fault;
    for (const path of PAGES) {
      // If the network does not respond, pictures that were not stored are never loaded.
      await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
      await expect(page.getByRole('status').filter({ hasText: 'Prices may differ' })).toHaveText(
        /^As of \d\d:\d\d\. Prices may differ\. Try again$/,
      );
      await expect(page.locator('h1')).toBeVisible();
    }
    expect(await page.title()).toBe(title);

    proxy.fault = 'none';
    // Requests that are still waiting for a response occupy some of the browser's connections.
    await expect(async () => {
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(page.getByText('Prices may differ')).toHaveCount(0, { timeout: 5_000 });
    }).toPass();
  });
}

test('a page opens even if the request with which the new worker copies the first page gets no response', async ({
  page,
}) => {
  let requestCount = 0;
  proxy.dropsChunk = (chunk) => chunk.startsWith('GET /cart ') && ++requestCount === 2;
  await page.goto(`${origin}/cart`);
  await expect.poll(() => proxy.droppedChunks).toBe(1);
  // The shop closes the connection after 65 seconds.
  await page.goto(`${origin}/cart`, { timeout: 40_000 });
  expect(requestCount).toBe(3);
});

test('a page is not shown without content if its connection ends after the headers', async ({ page }) => {
  await install(page);
  proxy.fault = 'loses-content';
  await page.goto(`${origin}/cart`);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  proxy.fault = 'none';
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('a URL that was never visited shows a list of the stored pages', async ({ page }) => {
  await install(page);
  await page.goto(`${origin}/faq`);
  await waitUntilStored(page, `${origin}/faq`);
  proxy.fault = 'down';
  const response = await page.goto(`${origin}/products`);
  expect(response?.status()).toBe(503);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  // A picture that is not stored is replaced with a placeholder, as is a picture that is still being encoded.
  const picture = () =>
    fetch('/pictures/0123456789abcdef01234567-160.avif').then(({ headers }) => headers.get('content-type'));
  expect(await page.evaluate(picture)).toBe('image/svg+xml');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Questions/ })
    .click();
  await expect(page).toHaveURL(`${origin}/faq`);

  await page.goto(`${origin}/products`);
  proxy.fault = 'none';
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'All products' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/products');
});

test('stored pages of an account can be read only with this account', async ({ page, context }) => {
  const orders = `${origin}/account/orders`;
  const wishlist = `${origin}/account/wishlist`;
  await logInAs(context, 'Asha Rao');
  await install(page);
  for (const url of [orders, wishlist]) {
    await page.goto(url);
    await waitUntilStored(page, url);
  }
  proxy.fault = 'down';
  await page.goto(orders);
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();

  // Another person logs in, without a request that the worker handles.
  await context.clearCookies({ name: 'account' });
  await logInAs(context, 'Meera Iyer');
  expect((await page.goto(orders))?.status()).toBe(503);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('My wishlist')).toHaveCount(0);

  // Storing Meera's page deletes the pages of Asha.
  proxy.fault = 'none';
  await page.goto(orders);
  await waitUntilStored(page, orders);
  await expect.poll(() => isStored(page, wishlist)).toBe(false);

  await page.goto(`${origin}/account/profile`);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => isStored(page, orders)).toBe(false);
  expect(await accountCookie(context)).toBeUndefined();
});

test('no stored pages of an account are shown after the session has ended', async ({ page, context }) => {
  const orders = `${origin}/account/orders`;
  await logInAs(context, 'Asha Rao');
  await install(page);
  await page.goto(orders);
  await waitUntilStored(page, orders);
  await context.clearCookies({ name: 'session' });
  await page.goto(orders);
  await expect.poll(() => isStored(page, orders)).toBe(false);
  proxy.fault = 'down';
  expect((await page.goto(orders))?.status()).toBe(503);
});

test('the cart, checkout, login, admin, dashboard and missing pages are not stored', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await install(page);
  const paths = ['/cart', '/checkout', '/login', '/admin', '/account/dashboard', '/no-such-page'];
  for (const path of paths) await page.goto(origin + path);
  await page.goto(`${origin}/faq`);
  await waitUntilStored(page, `${origin}/faq`);
  for (const path of paths) expect(await isStored(page, origin + path), path).toBe(false);
  proxy.fault = 'down';
  expect((await page.goto(`${origin}/cart`))?.status()).toBe(503);
});

test('the oldest pages are deleted first, and pages can still be opened when the storage quota is reached', async ({
  page,
  context,
}) => {
  test.setTimeout(60_000 + PAGES_TO_STORE * 1_000);
  await install(page);
  const urls = Array.from({ length: PAGES_TO_STORE }, (_, index) => `${origin}/products?maxprice=${2_000 + index}`);
  for (const url of urls) await page.goto(url, { waitUntil: WAIT_UNTIL });
  await waitUntilStored(page, urls.at(-1) ?? '');
  const { pages, bytes } = await cacheUsage(page);
  expect(pages).toBeGreaterThan(50);
  expect(pages).toBeLessThanOrEqual(60);
  expect(bytes).toBeLessThan(15_000_000);
  expect(await isStored(page, urls[0] ?? '')).toBe(false);

  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
  for (const path of ['/products', '/faq', '/blogs']) {
    expect((await page.goto(origin + path))?.status()).toBe(200);
    await expect(page.locator('h1')).toBeVisible();
  }
});

/** Returns the number of pages and bytes in the worker's caches. */
function cacheUsage(page: Page): Promise<{ pages: number; bytes: number }> {
  return page.evaluate(async () => {
    let pages = 0;
    let bytes = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        const isPage = name === 'copies' && response?.headers.get('content-type')?.startsWith('text/html');
        pages += Number(isPage ?? false);
        bytes += (await response?.blob())?.size ?? 0;
      }
    }
    return { pages, bytes };
  });
}

/** Opens the home page, and waits until the worker controls the page. */
function install(page: Page): Promise<void> {
  return installWorker(page, origin);
}

async function accountCookie(context: BrowserContext): Promise<string | undefined> {
  return (await context.cookies(origin)).find(({ name }) => name === 'account')?.value;
}
