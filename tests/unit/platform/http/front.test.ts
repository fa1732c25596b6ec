import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createRequestFromNodeRequest, getAbortControllerCleanup } from 'astro/app/node';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import { PageDictionaries } from '#lib/platform/http/dictionary/page-dictionaries.server.ts';
import { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import { PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import { type PageRenderer, readResponse } from '#lib/platform/http/pages/rendered-response.server.ts';
import { createFront } from '#lib/platform/http/server/front.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { TaggedCache } from '#lib/platform/tagged-cache.ts';
import { Traffic } from '#lib/platform/telemetry/traffic.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { hasCartCookie } from '#lib/sales/cart/has-cart-cookie.ts';
import { siteRoutes } from '#support/site-routes.ts';

const routes = await siteRoutes();
let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a front server with a stand-in for Astro, without the parts of the shop that the server does not use. */
async function openFront(
  render: (request: Request, locals: App.Locals) => Promise<Response | undefined> | Response | undefined,
  env: NodeJS.ProcessEnv = {},
) {
  const compressor = new Compressor();
  const traffic = new Traffic();
  const pageCache = new PageCache(compressor);
  const context = new QueryContext();
  const parts: Partial<Shop> = {
    db: { context } as Shop['db'],
    settings: readSettings(env),
    log: pino({ level: 'silent' }),
    secretKey: 'a key that is only for tests, 32 characters',
    cache: new TaggedCache(),
    upstreams: new Upstreams(),
    now: Date.now,
  };
  const renderPage: PageRenderer = async (source, locals) => {
    const request = source instanceof Request ? source : createRequestFromNodeRequest(source);
    if (!(source instanceof Request)) getAbortControllerCleanup(source)?.();
    const response = await render(request, locals);
    return response && readResponse(response, request.method);
  };
  const front = createFront({
    shop: parts as Shop,
    routes,
    pageRenderer: Promise.resolve(renderPage),
    handlers: [],
    pageCache,
    compressor,
    dictionaries: new PageDictionaries({ isCompressionDictionaryOn: false, isPageCacheOn: true }),
    traffic,
    hasCartCookie,
  });
  server = createServer(front);
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, pageCache, traffic, context };
}

function page(body: BodyInit, headers: Record<string, string> = {}): Response {
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
}

/** Returns a page whose body fails after a few bytes. */
function failingPage(headers: Record<string, string> = {}): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
    pull: (controller) => controller.error(new Error('connection lost')),
  });
  return page(body, headers);
}

/** Sends the path unchanged; fetch would normalize it. */
function rawGet(port: number, path: string): Promise<[number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    const clientRequest = get({ host: '127.0.0.1', port, path, headers: { host: 'localhost' } }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.location]);
    });
    clientRequest.on('error', reject);
  });
}

const CACHEABLE_HEADERS = { 'cdn-cache-control': 'max-age=60', 'cache-tag': 'list' };

describe('shared and personal pages', () => {
  test.each([
    ['/products/', '/products'],
    ['/products/?size=s', '/products?size=s'],
    ['/account/orders//', '/account/orders'],
    ['//evil.example/', '/evil.example'],
    ['/\\evil.example/', '/evil.example'],
  ])('redirect from %s to %s', async (path, target) => {
    const { base } = await openFront(() => page('goods'));
    const { port } = new URL(base);
    const [status, location] = await rawGet(Number(port), path);
    expect([status, location]).toEqual([301, target]);
  });

  test.each(['/', '/products?next=/a/'])('do not redirect from %s', async (path) => {
    const { base } = await openFront(() => page('goods'));
    expect((await fetch(`${base}${path}`, { redirect: 'manual' })).status).toBe(200);
  });

  test.each(['/', '/cart'])(
    'respond with 500 if the body fails, and with the error page if the body of an error is empty: %s',
    async (path) => {
      const frontWithFailingBody = await openFront(() => failingPage());
      expect((await fetch(frontWithFailingBody.base + path)).status).toBe(500);
      server?.close();
      const frontWithEmptyBody = await openFront(() => new Response(null, { status: 500 }));
      expect(await (await fetch(frontWithEmptyBody.base + path)).text()).toContain('Something broke on our side');
    },
  );
});

describe('shared pages', () => {
  test('are rendered without the visitor’s cookies, and cached', async () => {
    const receivedHeaders: Headers[] = [];
    const { base, pageCache } = await openFront((request) => {
      receivedHeaders.push(request.headers);
      return page('goods', CACHEABLE_HEADERS);
    });
    for (let visit = 0; visit < 3; visit++) {
      const response = await fetch(`${base}/products`, {
        headers: { cookie: 'session=secret', 'x-forwarded-for': '6.6.6.6' },
      });
      expect(await response.text()).toBe('goods');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-tag')).toBeNull();
    }
    expect(receivedHeaders).toHaveLength(1);
    expect(receivedHeaders[0]?.has('cookie')).toBe(false);
    pageCache.dropTags(new Set(['list']));
    await fetch(`${base}/products`);
    expect(receivedHeaders).toHaveLength(2);
  });

  test('are rendered only once for all concurrent requests', async () => {
    let renderCount = 0;
    let finish: () => void = () => undefined;
    const responseRelease = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { base } = await openFront(async () => {
      renderCount += 1;
      await responseRelease;
      return page('x', CACHEABLE_HEADERS);
    });
    const responses = Array.from({ length: 20 }, () => fetch(`${base}/`));
    await expect.poll(() => renderCount).toBe(1);
    finish();
    for (const response of await Promise.all(responses)) expect(response.status).toBe(200);
    expect(renderCount).toBe(1);
  });

  test('respond with 304 to a browser that has the page, and without a body to HEAD', async () => {
    const { base } = await openFront(() => page('x', CACHEABLE_HEADERS));
    const etag = (await fetch(`${base}/`)).headers.get('etag') ?? '';
    const secondResponse = await fetch(`${base}/`, { headers: { 'if-none-match': etag } });
    expect(secondResponse.status).toBe(304);
    const headResponse = await fetch(`${base}/`, { method: 'HEAD' });
    expect(headResponse.status).toBe(200);
    expect(await headResponse.text()).toBe('');
  });

  test('are not cached if their body fails', async () => {
    let renderCount = 0;
    const { base, pageCache } = await openFront(() => {
      renderCount += 1;
      return failingPage(CACHEABLE_HEADERS);
    });
    await fetch(`${base}/`);
    expect(renderCount).toBe(1);
    expect(pageCache.size).toBe(0);
  });

  test('are not cached by a CDN if a change is made during the rendering', async () => {
    const { base, pageCache } = await openFront(
      () => {
        pageCache.dropTags(new Set(['list']));
        return page('the old price', CACHEABLE_HEADERS);
      },
      { PAGE_CACHE: 'off' },
    );
    const { headers } = await fetch(`${base}/products`);
    expect([headers.get('cdn-cache-control'), headers.get('cache-tag')]).toEqual(['max-age=0', null]);
  });

  test('with PAGE_CACHE=off are not cached by the shop, but have the headers for a CDN', async () => {
    let renderCount = 0;
    const { base } = await openFront(
      () => {
        renderCount += 1;
        return page('x', CACHEABLE_HEADERS);
      },
      { PAGE_CACHE: 'off' },
    );
    await fetch(`${base}/`);
    const response = await fetch(`${base}/`);
    expect(renderCount).toBe(2);
    expect(response.headers.get('cdn-cache-control')).toBe('max-age=60');
    expect(response.headers.get('cache-tag')).toBe('list,all');
  });

  test('show the 404 page for unknown addresses', async () => {
    const { base } = await openFront(() => new Response('lost', { status: 404 }));
    const response = await fetch(`${base}/nowhere`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('lost');
  });
});

test('if too many lists wait, rejects those for the busiest network, but serves others, carts and cached pages', async () => {
  let release: () => void = () => undefined;
  const responseRelease = new Promise<void>((resolve) => {
    release = resolve;
  });
  const render = async (request: Request) => {
    if (new URL(request.url).pathname.startsWith('/products')) await responseRelease;
    return page('x', CACHEABLE_HEADERS);
  };
  const { base } = await openFront(render, { TRUSTED_PROXIES: '1' });
  const request = (path: string, network: string) => fetch(base + path, { headers: { 'x-forwarded-for': network } });
  await request('/', '203.0.113.1');
  const robots = Array.from({ length: 410 }, (_, n) => request(`/products?maxprice=${n}`, '198.51.100.1'));
  // On a slow machine, the first response may be for a list that has waited too long.
  const rejection = await Promise.any(
    robots.map(async (robot) => {
      const response = await robot;
      return response.status === 429 ? response : Promise.reject(response.status);
    }),
  );
  expect(rejection.headers.get('retry-after')).toBe('2');
  const list = request('/products?size=m', '203.0.113.1');
  for (const path of ['/', '/cart']) expect((await request(path, '198.51.100.1')).status).toBe(200);
  release();
  expect((await list).status).toBe(200);
  const statuses = (await Promise.all(robots)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeLessThan(20);
});

describe('uncached pages', () => {
  /** Starts a front server whose lists finish rendering only when the test ends them. */
  async function delayedFront() {
    const startedQueries: string[] = [];
    const ends: (() => void)[] = [];
    const render = async (request: Request) => {
      startedQueries.push(request.url.split('/products')[1] ?? '');
      await new Promise<void>((end) => ends.push(end));
      return page('x', CACHEABLE_HEADERS);
    };
    const { base, traffic } = await openFront(render, { TRUSTED_PROXIES: '1' });
    const sendList = (query: string, network: string, cookie = '') =>
      fetch(`${base}/products?${query}`, { headers: { 'x-forwarded-for': network, cookie } });
    const endOldestRendering = async () => {
      await expect.poll(() => ends.length, { interval: 2 }).toBeGreaterThan(0);
      ends.shift()?.();
    };
    return { sendList, startedQueries, ends, endOldestRendering, traffic };
  }

  test('respond with 503 and Retry-After after they have waited for two seconds', async () => {
    const { sendList, ends } = await delayedFront();
    const runningRequests = ['maxprice=1', 'maxprice=2'].map((query) => sendList(query, '198.51.100.1'));
    await expect.poll(() => ends.length).toBe(2);
    const sentAt = performance.now();
    const lateResponse = await sendList('maxprice=3', '203.0.113.1');
    expect(performance.now() - sentAt).toBeGreaterThan(1_900);
    expect([lateResponse.status, lateResponse.headers.get('retry-after')]).toEqual([503, '2']);
    for (const end of ends) end();
    for (const response of await Promise.all(runningRequests)) expect(response.status).toBe(200);
  });

  test('are rendered for a shopper with a cart before those for a network that has received a hundred', async () => {
    const { sendList, startedQueries, ends, endOldestRendering, traffic } = await delayedFront();
    const robots = '198.51.100.1';
    for (let n = 0; n < 100; n++) {
      const response = sendList(`maxprice=${n}`, robots);
      await endOldestRendering();
      expect((await response).status).toBe(200);
    }
    const runningRequests = ['maxprice=200', 'maxprice=201'].map((query) => sendList(query, robots));
    await expect.poll(() => ends.length).toBe(2);
    const startedBefore = startedQueries.length;
    const waitingRequests = [sendList('maxprice=202', robots), sendList('maxprice=203', robots)];
    // A shopper with a cart now also waits for this page, which increases its priority.
    waitingRequests.push(sendList('maxprice=203', robots, 'cart=abc'), sendList('maxprice=204', '203.0.113.1'));
    await expect.poll(() => traffic.missCount).toBe(100 + runningRequests.length + waitingRequests.length);
    for (let n = 0; n < 5; n++) await endOldestRendering();
    for (const response of await Promise.all([...runningRequests, ...waitingRequests]))
      expect(response.status).toBe(200);
    expect(startedQueries.slice(startedBefore).at(-1)).toBe('?maxprice=202');
  });
});

describe('personal responses', () => {
  test('read the cookies, are never cached, and forbid caching in their headers', async () => {
    let renderCount = 0;
    const { base, pageCache } = await openFront((request) => {
      renderCount += 1;
      return page(`hello ${request.headers.get('cookie')}`, CACHEABLE_HEADERS);
    });
    for (const name of ['a', 'b']) {
      const response = await fetch(`${base}/cart`, { headers: { cookie: `who=${name}` } });
      expect(await response.text()).toBe(`hello who=${name}`);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
    }
    expect(renderCount).toBe(2);
    expect(pageCache.size).toBe(0);
  });

  test('have status 404 for a form sent to an unknown address, without rendering the 404 page', async () => {
    const renderedPaths: string[] = [];
    const { base } = await openFront((request) => {
      renderedPaths.push(new URL(request.url).pathname);
      return undefined;
    });
    const response = await fetch(`${base}/nowhere`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
    expect(response.status).toBe(404);
    expect(renderedPaths).toEqual(['/nowhere']);
  });

  test('are never read from a standby, unlike shared pages outside transactions', async () => {
    const mayBeStale: Record<string, boolean[]> = {};
    const { base, context } = await openFront(async (request) => {
      const isStale = () => context.staleReads !== undefined;
      const inTransaction = await context.runDetached(async () => isStale());
      mayBeStale[`${request.method} ${new URL(request.url).pathname}`] = [isStale(), inTransaction];
      return page('x');
    });
    for (const path of ['/products', '/public/product/show/kurta', '/cart', '/checkout', '/account/orders', '/login'])
      await fetch(base + path);
    await fetch(`${base}/public/cart/create`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
    expect(mayBeStale).toEqual({
      'GET /products': [true, false],
      'GET /public/product/show/kurta': [true, false],
      'GET /cart': [false, false],
      'GET /checkout': [false, false],
      'GET /account/orders': [false, false],
      'GET /login': [false, false],
      'POST /public/cart/create': [false, false],
    });
  });

  test('are rendered with the forwarded headers of the server, not of the client', async () => {
    let receivedHeaders = new Headers();
    const { base } = await openFront((request) => {
      receivedHeaders = request.headers;
      return page('x');
    });
    await fetch(`${base}/cart`, {
      headers: { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-host': 'evil.example', 'x-forwarded-port': '1' },
    });
    expect(receivedHeaders.get('x-forwarded-for')).toBe('127.0.0.1');
    expect(receivedHeaders.get('x-forwarded-host')).toBe('localhost:4321');
    expect(receivedHeaders.has('x-forwarded-port')).toBe(false);
  });

  test('have status 429 for the 601st write from an address in a minute', async () => {
    const { base } = await openFront(() => page('x'));
    const post = () =>
      fetch(`${base}/public/cart/create`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' }, body: '{}' });
    for (let i = 0; i < 600; i++) expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(429);
    expect((await fetch(`${base}/`)).status).toBe(200);
  });
});

test('responds to an unexpected error with 500 in JSON, without revealing its message', async () => {
  const { base } = await openFront(() => {
    throw new Error('secret inside');
  });
  const response = await fetch(`${base}/cart`, { headers: { accept: 'application/json' } });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ status: 'error', data: null });
  expect(text).not.toContain('secret');
});

test('a client that is rejected while sending a body receives the response before the connection closes', async () => {
  const { base } = await openFront(() => undefined);
  const { host, port } = new URL(base);
  const socket = connect(Number(port), '127.0.0.1');
  const closing = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`POST /public/profile/image HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 3000\r\n\r\n`);
  const response = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  expect(String(response)).toMatch(/^HTTP\/1\.1 403 /);
  for (let part = 0; part < 3; part++) {
    expect(socket.writable).toBe(true);
    socket.write(Buffer.alloc(1_000));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await closing;
});

describe('light mode', () => {
  const LIST_HEADERS = { 'cdn-cache-control': 'max-age=300', 'cache-tag': 'list' };
  const renderMode = (_: Request, { isLight }: App.Locals) => page(isLight ? 'light' : 'normal', LIST_HEADERS);
  const SAVE_DATA = { 'save-data': 'on' };

  test.each([
    ['Save-Data', SAVE_DATA, 'light'],
    ['the setting on, among other cookies', { cookie: 'cart=x; __Host-light=1' }, 'light'],
    ['Save-Data, but the setting off', { ...SAVE_DATA, cookie: 'light=0' }, 'normal'],
    ['a cookie of another name', { cookie: 'highlight=1' }, 'normal'],
    ['another value of Save-Data', { 'save-data': 'off' }, 'normal'],
  ])('with %s, shared and personal pages are $2', async (_, headers, mode) => {
    const { base } = await openFront(renderMode);
    for (const path of ['/faq', '/cart']) expect(await (await fetch(base + path, { headers })).text(), path).toBe(mode);
  });

  test('never mixes its pages with normal pages in the cache, during rendering or by entity tag', async () => {
    const { base, pageCache } = await openFront(renderMode);
    const visit = async (headers: Record<string, string>) => {
      const response = await fetch(`${base}/faq`, { headers });
      return {
        text: await response.text(),
        etag: response.headers.get('etag') ?? '',
        vary: response.headers.get('vary'),
      };
    };
    const visitBoth = () => Promise.all([visit({}), visit(SAVE_DATA)]);
    for (const [normal, light] of [await visitBoth(), await visitBoth()]) {
      expect([normal.text, light.text]).toEqual(['normal', 'light']);
      expect(normal.etag).not.toBe(light.etag);
      expect([normal.vary, light.vary]).toEqual(Array(2).fill('accept-encoding, save-data'));
      const revalidation = await fetch(`${base}/faq`, { headers: { ...SAVE_DATA, 'if-none-match': normal.etag } });
      expect(revalidation.status).toBe(200);
    }
    pageCache.dropTags(new Set(['list']));
    expect((await visitBoth()).map(({ text }) => text)).toEqual(['normal', 'light']);
  });

  test('caches the API only once for both modes', async () => {
    let renderCount = 0;
    const { base } = await openFront(() => {
      renderCount++;
      return page('{}', LIST_HEADERS);
    });
    for (const headers of [{}, SAVE_DATA]) await (await fetch(`${base}/public/faq`, { headers })).text();
    expect(renderCount).toBe(1);
  });

  test('allows only Varnish to cache its pages, because many CDNs ignore Vary', async () => {
    const { base } = await openFront(renderMode, { PAGE_CACHE: 'off' });
    const { headers } = await fetch(`${base}/faq`, { headers: SAVE_DATA });
    expect(headers.get('cdn-cache-control')).toBe('max-age=0');
    expect(headers.get('varnish-cache-control')).toBe('max-age=300');
    expect((await fetch(`${base}/faq`)).headers.get('cdn-cache-control')).toBe('max-age=300');
  });
});
