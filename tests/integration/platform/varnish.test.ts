import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addCustomer } from '#support/customers.ts';
import { type FlakyProxy, startFlakyProxy } from '#support/flaky-proxy.ts';
import { freePort } from '#support/free-port.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { shopCli } from '#support/shop-cli.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';
import { waitUntil } from '#support/time-limits.ts';
import { findVarnish, PURGE_TOKEN, startVarnish, type VarnishServer } from '#support/varnish.ts';

/** The documented limit: a new price is shown within three seconds. */
const MAX_DELAY_MS = 3_000;
const PRODUCT_PATH = '/products/loom-kurta';
const PAGES = ['/products', PRODUCT_PATH];
const BROWSER_HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
const isLongVersion = process.env.PROXIES === 'all';

const canRun = inject('postgresUrl') !== '' && findVarnish(isLongVersion) !== undefined;

describe.runIf(canRun)('Varnish with the shipped configuration, in front of two processes on PostgreSQL,', () => {
  const tempDir = temporaryDir('varnish-shop');
  let db: ShopDatabase;
  let dropDatabase = async () => {};
  let shops: ShopProcess[] = [];
  let varnish: VarnishServer;
  /** This proxy forwards only purges. */
  let purgeProxy: FlakyProxy;
  let startProcess: (port: number) => Promise<ShopProcess>;
  let runCli: ReturnType<typeof shopCli>;

  beforeAll(async () => {
    const database = await createDatabase(inject('postgresUrl'));
    dropDatabase = database.drop;
    db = await smallShop(tempDir.dir, database.url);
    const ports = [await freePort(), await freePort()];
    varnish = await startVarnish(ports);
    purgeProxy = await startFlakyProxy(varnish.port);
    const env = {
      DATABASE_URL: database.url,
      SITE_URL: 'https://shop.example',
      PAGE_CACHE: 'off',
      CDN_PURGE_URL: `http://127.0.0.1:${purgeProxy.port}/.purge`,
      CDN_PURGE_TOKEN: PURGE_TOKEN,
      TRUSTED_PROXIES: '1',
    };
    runCli = shopCli(tempDir.dir, { ...env, LOG_LEVEL: 'warn' });
    startProcess = (port) => startShop({ dataDir: tempDir.dir, env, port });
    shops = await Promise.all(ports.map(startProcess));
    while ((await getPage('/')).status !== 200) await wait(100);
  });

  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
    await purgeProxy?.close();
    await varnish?.stop();
    await db?.close();
    await dropDatabase();
    tempDir.remove();
  });

  async function getPage(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(varnish.origin + path, { headers: { ...BROWSER_HEADERS, ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async function waitUntilCached(path: string): Promise<void> {
    while ((await getPage(path)).headers.get('x-cache') !== 'hit') await wait(100);
  }

  function setPrice(rupees: number): void {
    const file = join(tempDir.dir, 'price.jsonl');
    const records: CatalogueRecord[] = [
      { type: 'category', slug: 'women', name: 'Women' },
      oneProduct('loom-kurta', rupees),
    ];
    writeFileSync(file, records.map((record) => JSON.stringify(record)).join('\n'));
    const result = runCli('import', file);
    expect(result.status, result.stderr).toBe(0);
  }

  async function waitForPrice(path: string, price: string, withinMs: number): Promise<void> {
    await waitUntil(`${path} shows ${price}`, withinMs, async () => (await getPage(path)).text.includes(price));
  }

  test('caches shared pages, compressed with Brotli, whatever cookies are sent', async () => {
    for (const path of PAGES) await waitUntilCached(path);
    const { token } = await addCustomer(db);
    const { headers, status } = await getPage(PRODUCT_PATH, { cookie: `__Host-session=${token}; __Host-cart=x` });
    expect([status, headers.get('x-cache'), headers.get('content-encoding')]).toEqual([200, 'hit', 'br']);
    expect([headers.get('cache-tag'), headers.get('cdn-cache-control')]).toEqual([null, null]);
    const revalidatedResponse = await getPage(PRODUCT_PATH, { 'if-none-match': headers.get('etag') ?? '' });
    expect(revalidatedResponse.status).toBe(304);
    const advertResponse = await getPage(`${PRODUCT_PATH}?utm_source=a&gclid=b`);
    expect(advertResponse.headers.get('x-cache')).toBe('hit');
  });

  test('uses no dictionary, so that all browsers share one body', async () => {
    await waitUntilCached(PRODUCT_PATH);
    const { headers, status } = await getPage(PRODUCT_PATH, {
      'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
      'available-dictionary': `:${'A'.repeat(43)}=:`,
      'sec-ch-ua': '"Chromium"',
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'same-origin',
    });
    expect([status, headers.get('x-cache'), headers.get('content-encoding')]).toEqual([200, 'hit', 'br']);
    expect([headers.get('link'), headers.get('vary')]).toEqual([null, 'accept-encoding, save-data']);
  });

  test('does not cache personal pages or data', async () => {
    const [asha, ben] = [new HttpBuyer('203.0.113.7'), new HttpBuyer('203.0.113.8')];
    const product = await asha.send('GET', varnish.origin, `/public/product/show/loom-kurta`);
    const variant = (product.data.variant_ids as { _id: string }[])[0]?._id ?? '';
    const hasKurta = async (buyer: HttpBuyer) =>
      JSON.stringify((await buyer.send('GET', varnish.origin, '/public/cart')).data).includes('loom-kurta');
    expect(await hasKurta(ben)).toBe(false);
    expect((await asha.addToCart(varnish.origin, 'loom-kurta', variant, 1)).status).toBe(200);
    for (let n = 0; n < 3; n++) expect([await hasKurta(asha), await hasKurta(ben)]).toEqual([true, false]);
    for (const path of ['/cart', '/checkout', '/login', '/public/visitor', '/public/wishlist']) {
      const responses = [await getPage(path, { cookie: asha.cookieHeader() }), await getPage(path)];
      expect(
        responses.map(({ headers }) => headers.get('x-cache')),
        path,
      ).toEqual(['miss', 'miss']);
    }
    expect((await getPage('/cart', { cookie: asha.cookieHeader() })).text).toContain('Handwoven');
    expect((await getPage('/cart')).text).not.toContain('Handwoven');
  });

  test('rejects purges without the token', async () => {
    await waitUntilCached(PRODUCT_PATH);
    for (const authorization of ['', 'Bearer wrong']) {
      const headers = { authorization, 'cache-tag': 'all' };
      expect((await fetch(`${varnish.origin}/.purge`, { method: 'POST', headers })).status).toBe(403);
    }
    expect((await getPage(PRODUCT_PATH)).headers.get('x-cache')).toBe('hit');
  });

  test('shows a price that was changed with the CLI within three seconds', async () => {
    for (const path of PAGES) await waitUntilCached(path);
    setPrice(777);
    for (const path of PAGES) await waitForPrice(path, '777', MAX_DELAY_MS);
  });

  /** The short version of this test is in cdn-purger.test.ts. */
  test.runIf(isLongVersion)('loses no purges if the CDN is unavailable and both processes die', async () => {
    for (const path of PAGES) await waitUntilCached(path);
    purgeProxy.fault = 'down';
    setPrice(888);
    await wait(1_000);
    await Promise.all(shops.map((shop) => shop.stop('SIGKILL')));
    shops = await Promise.all(shops.map(({ port }) => startProcess(port)));
    for (const path of PAGES) expect((await getPage(path)).text).toContain('777');
    purgeProxy.fault = 'none';
    // The lease of the killed process lasts four seconds, and a pause between attempts lasts five seconds.
    for (const path of PAGES) await waitForPrice(path, '888', 15_000);
  });
});
