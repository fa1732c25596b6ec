import { expect, type Page, type Response, test } from '@playwright/test';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { DictionaryClient, sendRequest } from '#support/dictionary-client.ts';

/** The number of random addresses. For a longer run, set `DICTIONARY_URLS=500`. */
const RANDOM_URLS = Number(process.env.DICTIONARY_URLS ?? 100);
const URLS_IN_BROWSER = RANDOM_URLS > 100 ? 40 : 10;

/** Returns addresses of products, lists and searches, chosen at random with a fixed seed. */
async function randomAddresses(origin: string, count: number): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap-products-0.xml`)).text();
  const products = [...sitemap.matchAll(/\/products\/[\w-]+/g)].map(([path]) => path);
  const random = seededRandom(9_842);
  const list = () => {
    const query = new URLSearchParams({ category: random.pick(['women', 'men', 'kids', 'fabrics']) });
    if (random.chance(0.6)) query.set('maxprice', String(500 + random.integerBelow(3_000)));
    if (random.chance(0.5)) query.set('sort', random.pick(['lowtohigh', 'hightolow', 'latest']));
    return `/products?${query}`;
  };
  const search = () =>
    `/search?search=${encodeURIComponent(random.pick(['kurta', 'saree', 'shirt', 'baby', 'cotton fabric', 'साड़ी']))}`;
  return Array.from({ length: count }, () => random.pick([() => random.pick(products), list, search])());
}

test(`${RANDOM_URLS} pages are the same with and without a dictionary, byte for byte`, async ({
  baseURL: origin = '',
}) => {
  const client = await DictionaryClient.open(origin);
  for (const path of await randomAddresses(origin, RANDOM_URLS)) {
    const response = await client.get(path);
    const uncompressedResponse = await sendRequest(origin + path);
    expect([response.status, response.headers['content-encoding']], path).toEqual([uncompressedResponse.status, 'dcz']);
    expect(client.decode(response).equals(uncompressedResponse.body), path).toBe(true);
  }
});

const isPage = (response: Response, address: string) =>
  response.request().isNavigationRequest() && response.url() === address;

/** Opens a page as a link does, compares its HTML with the uncompressed page, and returns its content encoding. */
async function openAndCompare(page: Page, address: string): Promise<string | undefined> {
  const navigation = page.waitForResponse((response) => isPage(response, address) && !response.fromServiceWorker());
  await page.evaluate((to) => location.assign(to), address);
  const response = await navigation;
  expect(await response.text(), address).toBe((await sendRequest(address)).body.toString());
  await page.waitForLoadState();
  await expect(page.locator('h1')).toHaveCount(1);
  return response.headers()['content-encoding'];
}

test('Chromium uses the first page as the dictionary for later pages, and decodes them to the same HTML', async ({
  page,
  baseURL: origin = '',
}) => {
  const firstResponse = await page.goto('/');
  expect(firstResponse?.headers()['content-encoding']).not.toBe('dcz');
  for (const path of await randomAddresses(origin, URLS_IN_BROWSER))
    expect(await openAndCompare(page, origin + path), path).toBe('dcz');
});

test.describe('without the service worker, which would hide the network', () => {
  test.use({ serviceWorkers: 'block' });

  test('the browser validates a page that is still fresh before it shows its copy', async ({
    page,
    baseURL: origin = '',
  }) => {
    await page.goto('/');
    for (const path of ['/products', '/', '/products']) {
      await openAndCompare(page, origin + path);
      const navigation = await page.evaluate(() =>
        performance.getEntriesByType('navigation').map((entry) => entry.toJSON()),
      );
      // The size is 0 if the page came from the browser's cache without a request.
      expect(navigation[0].transferSize, path).toBeGreaterThan(0);
    }
  });
});

test('pages are correct after prefetching, after Back, and after the browser has lost the dictionary', async ({
  page,
  context,
  baseURL: origin = '',
}) => {
  await page.goto('/');
  await openAndCompare(page, `${origin}/products`);

  const prefetchResponse = page.waitForResponse(`${origin}/faq`);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('link'), { rel: 'prefetch', href: '/faq' });
    document.head.append(link);
  });
  await (await prefetchResponse).finished();
  await page.evaluate(() => location.assign('/faq'));
  await expect(page).toHaveURL(/faq$/);
  await expect(page.locator('h1')).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/products$/);
  await expect(page.locator('h1')).toHaveCount(1);

  expect(await openAndCompare(page, `${origin}/blogs`)).toBe('dcz');
  const browser = await context.newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  expect(await openAndCompare(page, `${origin}/products?category=men`)).not.toBe('dcz');
});
