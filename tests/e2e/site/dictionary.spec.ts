import { expect, test } from '@playwright/test';
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

test('Chromium receives later pages of a visit with the dictionary, and decodes them to the same HTML', async ({
  page,
  baseURL: origin = '',
}) => {
  const client = await DictionaryClient.open(origin);
  const firstResponse = await page.goto('/');
  expect(firstResponse?.headers().link ?? '').not.toContain('compression-dictionary');
  const dictionary = page.waitForResponse((response) => response.url().endsWith(client.path));
  await page
    .locator('a[href^="/products"]')
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());
  await (await dictionary).finished();
  for (const path of await randomAddresses(origin, URLS_IN_BROWSER)) {
    const navigation = page.waitForResponse(
      (response) => response.request().isNavigationRequest() && response.url() === origin + path,
    );
    // The page initiates this navigation, as with a click on a link.
    await page.evaluate((to) => location.assign(to), path);
    const response = await navigation;
    expect(response.headers()['content-encoding'], path).toBe('dcz');
    const html = await response.text();
    expect(html, path).toBe((await sendRequest(origin + path)).body.toString());
    await page.waitForLoadState();
    await expect(page.locator('h1')).toHaveCount(1);
  }
});

test('pages are correct after prefetching, after Back, and after the browser has lost the dictionary', async ({
  page,
  context,
  baseURL: origin = '',
}) => {
  const client = await DictionaryClient.open(origin);
  const openAndCompare = async (navigate: () => Promise<unknown>, path: string) => {
    const navigation = page.waitForResponse(
      (response) => response.request().isNavigationRequest() && response.url() === origin + path,
    );
    await navigate();
    const response = await navigation;
    const html = await response.text();
    expect(html, path).toBe((await sendRequest(origin + path)).body.toString());
    return response.headers()['content-encoding'];
  };
  const follow = (path: string) => () => page.evaluate((to) => location.assign(to), path);
  await page.goto('/');
  const dictionary = page.waitForResponse((response) => response.url().endsWith(client.path));
  await openAndCompare(follow('/products'), '/products');
  await (await dictionary).finished();

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

  expect(await openAndCompare(follow('/blogs'), '/blogs')).toBe('dcz');
  const browser = await context.newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  expect(await openAndCompare(follow('/products?category=men'), '/products?category=men')).not.toBe('dcz');
  await expect(page.locator('h1')).toHaveCount(1);
});
