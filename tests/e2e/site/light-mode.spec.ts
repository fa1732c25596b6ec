import { expect, type Page, test } from '@playwright/test';
import { startFlakyProxy } from '#support/flaky-proxy.ts';
import { waitUntilStored } from '#support/installed-worker.ts';
import { longestProduct } from '../../bench/pages.ts';

/** The budget of a page and everything that it loads, without the headers of the responses. */
const MAX_BYTES = 25_000;
const SAVE_DATA = { 'Save-Data': 'on' };

test.describe('with Save-Data', () => {
  test.use({ extraHTTPHeaders: SAVE_DATA });

  for (const name of ['listing', 'product', 'longest product'] as const) {
    test(`a complete ${name} page is smaller than 25 kB`, async ({ page, baseURL }) => {
      const path = await pathOf(name, baseURL ?? '');
      await waitForPictures(page, path);
      const loadedBytes = await countLoadedBytes(page);
      await page.goto(path);
      await scrollThrough(page);
      const { total, pictures, list } = loadedBytes();
      test.info().annotations.push({ type: 'bytes', description: `${total}, pictures ${pictures}` });
      expect(pictures, 'the page has pictures').toBeGreaterThan(300);
      expect(total, list).toBeLessThan(MAX_BYTES);
    });
  }

  test('one control, which states the size of the other pictures, loads them on a list or product page', async ({
    page,
  }) => {
    await page.goto('/products');
    await expectPictures(page, 4);
    const morePictures = page.getByRole('checkbox', { name: /^Show 8 more pictures, \d+ kB$/ });
    await morePictures.check();
    await scrollThrough(page);
    await expectPictures(page, 12);

    await page.goto(await pathOf('product'));
    await expectPictures(page, 1);
    await page.getByRole('checkbox', { name: /^Show \d+ more pictures?, \d+ kB$/ }).check();
    await expect(page.locator('[data-gallery-rail] img').nth(1)).toHaveJSProperty('complete', true);
  });

  test('the home page shows a single static slide, and opens a row of products with the keyboard', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('[data-interval-ms], [data-back]')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'From the shop' }).getByRole('listitem')).toHaveCount(1);
    const arrivals = page.getByRole('region', { name: 'Just off the loom' });
    const control = arrivals.locator('summary');
    await expect(control).toHaveText(/^Show \d+ products, \d+ kB$/, { useInnerText: true });
    await expect(arrivals.getByRole('article').first()).toBeHidden();
    await control.press('Enter');
    await expect(arrivals.getByRole('article').first()).toBeVisible();
    await expect(control).toHaveText(/^Hide \d+ products$/, { useInnerText: true });
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the switch in the footer ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('turns light mode on and off, even for a browser with Save-Data', async ({ page, context }) => {
      await page.goto('/products?sort=lowtohigh');
      await expectPictures(page, 12);
      await page.getByRole('button', { name: 'Use less data' }).click();
      await expect(page).toHaveURL(/\/products\?sort=lowtohigh$/);
      await expectPictures(page, 4);
      await page.goto('/cart');
      await expect(page.getByRole('button', { name: 'Turn off light mode' })).toBeVisible();
      await context.setExtraHTTPHeaders(SAVE_DATA);
      await page.getByRole('button', { name: 'Turn off light mode' }).click();
      await page.goto('/products');
      await expectPictures(page, 12);
    });
  });
}

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a stored page is shown only in the mode in which it was stored', async ({ page, baseURL }) => {
    const proxy = await startFlakyProxy(Number(new URL(baseURL ?? '').port));
    const origin = `http://127.0.0.1:${proxy.port}`;
    const storedPageNotice = page.getByText('Prices may differ');
    const store = async (path: string) => {
      await page.goto(origin + path);
      await waitUntilStored(page, origin + path);
    };
    await page.goto(`${origin}/faq`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await store('/faq');
    await page.goto(`${origin}/size-guide`);
    await page.getByRole('button', { name: 'Use less data' }).click();
    await store('/products');
    proxy.fault = 'down';
    await page.goto(`${origin}/products`);
    await expect(storedPageNotice).toBeVisible();
    await page.goto(`${origin}/faq`);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /^All products/ })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /^Questions/ })).toHaveCount(0);
    await proxy.close();
  });
});

async function expectPictures(page: Page, count: number): Promise<void> {
  await expect(page.locator('main img:visible')).toHaveCount(count);
}

async function pathOf(name: 'listing' | 'product' | 'longest product', origin = ''): Promise<string> {
  if (name === 'listing') return '/products';
  if (name === 'longest product') return (await longestProduct(origin)).path;
  return '/products/kullu-valley-wool-shawl';
}

/** Waits until the pictures are encoded, because the first request for a picture may return a placeholder. */
async function waitForPictures(page: Page, path: string): Promise<void> {
  const html = await (await page.request.get(path)).text();
  for (const [address] of html.matchAll(/\/pictures\/[\w-]+\.avif/g)) {
    const type = async () => (await page.request.get(address)).headers()['content-type'];
    await expect.poll(type).toBe('image/avif');
  }
}

/** Returns a function that counts the bytes of all response bodies as sent, which means compressed. */
async function countLoadedBytes(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const loads = new Map<string, { url: string; isPicture: boolean; bytes: number }>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    loads.set(requestId, { url: request.url, isPicture: type === 'Image', bytes: 0 });
  });
  cdp.on('Network.responseReceived', ({ requestId, response }) => add(requestId, -response.encodedDataLength));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength));
  const add = (requestId: string, bytes: number) => {
    const load = loads.get(requestId);
    if (load) load.bytes += bytes;
  };
  return () => {
    const allLoads = [...loads.values()];
    const sum = (group: typeof allLoads) => group.reduce((bytes, load) => bytes + load.bytes, 0);
    const list = allLoads.map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`).join('\n');
    return { total: sum(allLoads), pictures: sum(allLoads.filter(({ isPicture }) => isPicture)), list };
  };
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 400) {
      scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
  await page.waitForLoadState('networkidle');
}
