import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentBuild } from '#lib/platform/builds/build-folders.server.ts';
import { buildShop } from '#support/build-shop.ts';
import {
  DictionaryClient,
  decodeBody,
  isOffered,
  NAVIGATION_HEADERS,
  sendRequest,
} from '#support/dictionary-client.ts';
import { root } from '#support/project-root.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const data = temporaryDir('dictionary-pages');
const PAGES = [
  '/',
  '/products',
  '/products/loom-kurta',
  '/faq',
  '/search?search=kurta',
  '/cart',
  '/account/orders',
  '/nothing',
];
/** The maximum compressed size of each page after the first page of a visit. */
const MAX_PAGE_BYTES = 6_500;
let shop: ShopProcess;
let client: DictionaryClient;

beforeAll(async () => {
  await (await smallShop(data.dir)).close();
  storeEarlierScript();
  shop = await startShop({ dataDir: data.dir });
  client = await DictionaryClient.open(shop.origin);
});

/** A script of this build, and an earlier version of the script, which is stored in the data folder. */
const SCRIPT = { name: '', body: Buffer.of(), earlier: Buffer.of() };

function storeEarlierScript(): void {
  buildShop();
  const scripts = join(currentBuild(join(root, 'dist'))?.folder ?? '', 'client/_astro');
  SCRIPT.name = readdirSync(scripts).find((name) => /^CartPage\.[\w-]{8}\.js$/.test(name)) ?? '';
  SCRIPT.body = readFileSync(join(scripts, SCRIPT.name));
  SCRIPT.earlier = Buffer.from(`${SCRIPT.body.toString().slice(300)};"an earlier version"`);
  const folder = join(data.dir, 'assets/earlier');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'CartPage.EARLIER_.js'), SCRIPT.earlier);
}

afterAll(async () => {
  await shop?.stop();
  data.remove();
});

test.each(PAGES)('%s has the same content with a dictionary, and is smaller than 6,500 bytes', async (path) => {
  // The first request renders the page and fills the cache.
  await sendRequest(shop.origin + path);
  const plainResponse = await sendRequest(shop.origin + path);
  const response = await client.get(path);
  expect([response.status, response.headers['content-encoding']]).toEqual([plainResponse.status, 'dcz']);
  expect(response.headers['content-length']).toBe(String(response.body.length));
  const vary = isOffered(response) ? '*' : 'accept-encoding, available-dictionary, save-data';
  expect(response.headers.vary).toBe(vary);
  expect(client.decode(response).equals(plainResponse.body)).toBe(true);
  expect(response.body.length).toBeLessThan(MAX_PAGE_BYTES);
});

test('an uncached page has the same content with a dictionary', async () => {
  const response = await client.get('/products?maxprice=4321');
  expect(response.headers['content-encoding']).toBe('dcz');
  expect(client.decode(response).equals((await sendRequest(`${shop.origin}/products?maxprice=4321`)).body)).toBe(true);
});

test('the first page of a visit is the dictionary, and has no additional bytes', async () => {
  const firstResponse = await sendRequest(`${shop.origin}/`, NAVIGATION_HEADERS);
  expect(firstResponse.headers).toMatchObject({
    'use-as-dictionary': 'match="/*", match-dest=("document" "")',
    'cache-control': 'private, max-age=604800',
    vary: '*',
  });
  expect(firstResponse.headers.link).toBeUndefined();
  const otherBrowser = await sendRequest(`${shop.origin}/`, { 'accept-encoding': 'br' });
  expect(otherBrowser.headers).toMatchObject({
    'cache-control': 'no-cache',
    vary: 'accept-encoding, available-dictionary, save-data',
  });
  expect(otherBrowser.headers['use-as-dictionary']).toBeUndefined();
  expect(otherBrowser.headers.etag).toBe(firstResponse.headers.etag);
  expect(decodeBody(firstResponse).equals(decodeBody(otherBrowser))).toBe(true);
});

test('pages whose text can come from their address or from a visitor’s account are not dictionaries', async () => {
  const paths = ['/search?search=kurta', '/products?maxprice=4321', '/faq?q=wash', '/cart', '/login', '/nothing'];
  for (const path of paths)
    expect(isOffered(await sendRequest(shop.origin + path, NAVIGATION_HEADERS)), path).toBe(false);
  const listing = await sendRequest(`${shop.origin}/products?category=zzzinjectedzzz`, NAVIGATION_HEADERS);
  expect(isOffered(listing) && decodeBody(listing).includes('zzzinjectedzzz')).toBe(false);
});

test('a personal page is not compressed with a page that contains reviews', async () => {
  const visitor = await DictionaryClient.open(shop.origin, '/products/loom-kurta');
  expect((await visitor.get('/products')).headers['content-encoding']).toBe('dcz');
  expect((await visitor.get('/cart')).headers['content-encoding']).toBe('zstd');
});

test('a 304 response for a page that is a dictionary keeps the page fresh', async () => {
  const { etag = '' } = (await sendRequest(`${shop.origin}/`, NAVIGATION_HEADERS)).headers;
  const response = await sendRequest(`${shop.origin}/`, { ...NAVIGATION_HEADERS, 'if-none-match': etag });
  expect([response.status, response.headers['cache-control'], response.headers.vary]).toEqual([
    304,
    'private, max-age=604800',
    '*',
  ]);
});

test('a page is correct with more dictionaries than the four with which it is stored', async () => {
  const paths = [
    '/',
    '/products',
    '/products?category=women',
    '/faq',
    '/contact',
    '/size-guide',
    '/products/loom-kurta',
  ];
  const visitors = await Promise.all(paths.map((path) => DictionaryClient.open(shop.origin, path)));
  const plainBody = (await sendRequest(`${shop.origin}/blogs`)).body;
  for (const visitor of [...visitors, ...visitors.toReversed()]) {
    const response = await visitor.get('/blogs');
    expect(response.headers['content-encoding']).toBe('dcz');
    expect(visitor.decode(response).equals(plainBody)).toBe(true);
  }
});

describe('a script in a new release', () => {
  const HEADERS = { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz', 'sec-fetch-site': 'same-origin' };
  const availableDictionary = (body: Buffer) => `:${hash('sha256', body, 'base64')}:`;
  const load = (headers: Record<string, string>, method?: string) =>
    sendRequest(`${shop.origin}/_astro/${SCRIPT.name}`, { ...HEADERS, ...headers }, method);

  test('is sent as a difference from the version that the browser has', async () => {
    const fullResponse = await load({});
    expect(fullResponse.headers['use-as-dictionary']).toBe('match="/_astro/CartPage*.js"');
    expect(decodeBody(fullResponse).equals(SCRIPT.body)).toBe(true);
    const response = await load({ 'available-dictionary': availableDictionary(SCRIPT.earlier) });
    expect(response.headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': fullResponse.headers['content-type'],
      'use-as-dictionary': fullResponse.headers['use-as-dictionary'],
      vary: 'accept-encoding, available-dictionary',
    });
    // A CDN that ignores `Vary` must not cache the response.
    expect(response.headers['cache-control']).toMatch(/^private, .*immutable$/);
    expect(decodeBody(response, SCRIPT.earlier).equals(SCRIPT.body)).toBe(true);
    expect(response.body.length).toBeLessThan(fullResponse.body.length / 4);
    const head = await load({ 'available-dictionary': availableDictionary(SCRIPT.earlier) }, 'HEAD');
    expect([head.headers['content-length'], head.body.length]).toEqual([String(response.body.length), 0]);
  });

  test.each([
    ['to a browser with an unknown version', { 'available-dictionary': availableDictionary(Buffer.from('x')) }],
    ['to a browser with the pages’ dictionary', { 'available-dictionary': 'pages' }],
    ['to a browser that sends dcz;q=0', { 'accept-encoding': 'br, dcz;q=0' }],
    ['to another site', { 'sec-fetch-site': 'cross-site' }],
  ])('is sent in full %s', async (_, headers: Record<string, string>) => {
    const pagesDictionary = availableDictionary(client.dictionary);
    const available = headers['available-dictionary'] ?? availableDictionary(SCRIPT.earlier);
    const response = await load({
      ...headers,
      'available-dictionary': available === 'pages' ? pagesDictionary : available,
    });
    expect([response.headers['content-encoding'], response.headers['cache-control']]).toEqual([
      'br',
      expect.stringContaining('public'),
    ]);
    expect(decodeBody(response).equals(SCRIPT.body)).toBe(true);
  });
});

describe('a 304 response', () => {
  test('refers to a body compressed with a dictionary only if the browser still has the dictionary', async () => {
    const { etag = '' } = (await client.get('/faq')).headers;
    expect((await client.get('/faq', { 'if-none-match': etag })).status).toBe(304);
    const responseWithoutDictionary = await sendRequest(`${shop.origin}/faq`, {
      ...NAVIGATION_HEADERS,
      'if-none-match': etag,
    });
    expect([responseWithoutDictionary.status, responseWithoutDictionary.headers['content-encoding']]).not.toContain(
      'dcz',
    );
    expect(responseWithoutDictionary.status).toBe(200);
  });

  test('has the ETag of the body that would otherwise be sent', async () => {
    const { etag = '' } = (await client.get('/faq')).headers;
    expect((await client.get('/faq', { 'if-none-match': etag })).headers.etag).toBe(etag);
  });

  test('does not refer to a body without a dictionary if the browser has a dictionary', async () => {
    const { etag = '' } = (await sendRequest(`${shop.origin}/faq`, NAVIGATION_HEADERS)).headers;
    expect((await client.get('/faq', { 'if-none-match': etag })).status).toBe(200);
  });
});

test('a HEAD request gets the headers of GET without the body', async () => {
  const changedHeaders = async () => {
    const get = await client.get('/faq');
    const head = await client.get('/faq', {}, 'HEAD');
    expect(head.body.length).toBe(0);
    const names = ['content-encoding', 'content-length', 'etag', 'vary'];
    return names.filter((name) => head.headers[name] !== get.headers[name]);
  };
  // A page that is requested often is compressed once more, after which the responses are shorter.
  await expect.poll(changedHeaders).toEqual([]);
});

test.each([
  ['with the hash of another dictionary', { 'available-dictionary': `:${hash('sha256', 'x', 'base64')}:` }],
  ['with a malformed hash', { 'available-dictionary': ':::' }],
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['with dcz;q=0', { 'accept-encoding': 'br, dcz;q=0' }],
  ['that accepts any encoding', { 'accept-encoding': '*' }],
])('a request %s gets the page without a dictionary', async (_, headers) => {
  const response = await client.get('/faq', headers);
  expect(response.headers['content-encoding']).not.toBe('dcz');
  expect(decodeBody(response).equals((await sendRequest(`${shop.origin}/faq`)).body)).toBe(true);
});

test('after a restart, and in another process, a visit continues without its dictionary and gets a new one', async () => {
  await shop.stop();
  shop = await startShop({ dataDir: data.dir });
  const secondShop = await startShop({ dataDir: data.dir });
  for (const { origin } of [shop, secondShop]) {
    const response = await sendRequest(`${origin}/products`, client.headers);
    expect([response.headers['content-encoding'], isOffered(response)]).toEqual(['zstd', true]);
    expect(decodeBody(response).equals((await sendRequest(`${origin}/products`)).body)).toBe(true);
    const nextResponse = await sendRequest(`${origin}/faq`, {
      ...client.headers,
      'available-dictionary': `:${hash('sha256', decodeBody(response), 'base64')}:`,
    });
    expect(nextResponse.headers['content-encoding']).toBe('dcz');
  }
  await secondShop.stop();
  client = await DictionaryClient.open(shop.origin);
});

test.each([
  ['COMPRESSION_DICTIONARY=off', { COMPRESSION_DICTIONARY: 'off' }],
  ['PAGE_CACHE=off, where a CDN caches pages', { PAGE_CACHE: 'off' }],
])('no dictionary is used with %s', async (_, env) => {
  const otherShop = await startShop({ dataDir: data.dir, env });
  const { headers } = await sendRequest(`${otherShop.origin}/`, client.headers);
  expect([headers['use-as-dictionary'], headers['cache-control'], headers.vary]).toEqual([
    undefined,
    'no-cache',
    'accept-encoding, save-data',
  ]);
  expect(headers['content-encoding']).not.toBe('dcz');
  await otherShop.stop();
});
