import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { addResources, type Resource } from '#support/http-resources.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';

const data = temporaryDir('http-conformance');
const db: ShopDatabase = await smallShop(data.dir);
const { resources } = await addResources(db, data.dir);
let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShop({ dataDir: data.dir });
  const { body } = await send({ path: '/faq' });
  const asset = /\/_astro\/[\w.-]+\.js/.exec(body.toString())?.[0] ?? '';
  expect(asset).not.toBe('');
  Object.assign(ASSET, { path: asset });
});

afterAll(async () => {
  await shop?.stop();
  await db.close();
  data.remove();
});

/** A script in the build. `beforeAll` reads the script's address from a page. */
const ASSET: Resource = {
  name: 'asset',
  path: '',
  type: 'text/javascript',
  allow: 'GET, HEAD',
  hasEtag: true,
  hasLastModified: true,
  isCompressed: true,
  hasLength: true,
};

interface TestRequest {
  path: string;
  cookie?: string | undefined;
  method?: string;
  headers?: Record<string, string>;
}
interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function send({ path, cookie, method = 'GET', headers = {} }: TestRequest): Promise<TestResponse> {
  const host = `127.0.0.1:${shop.port}`;
  const sentHeaders = { host, ...(cookie ? { cookie } : {}), ...headers };
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { host: '127.0.0.1', port: shop.port, path, method, headers: sentHeaders },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        );
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end();
  });
}

/** The headers of a response to GET that a 304 response and a response to HEAD repeat (RFC 9110, 15.4.5 and 9.3.2). */
const REPEATED_HEADERS = ['etag', 'cache-control', 'vary', 'last-modified'];
const LATER_DATE = 'Fri, 31 Dec 2100 23:59:59 GMT';
const EARLIER_DATE = 'Sat, 01 Jan 2000 00:00:00 GMT';

function decodeBody({ headers, body }: TestResponse): string {
  const encoding = headers['content-encoding'];
  return (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString(
    'base64',
  );
}

describe.each([...resources, ASSET])('$name', (resource) => {
  const {
    status = 200,
    type,
    allow,
    hasEtag,
    hasLastModified = false,
    isCompressed = false,
    isPage,
    hasLength,
  } = resource;
  const fetchResource = (headers: Record<string, string> = {}, method = 'GET') =>
    send({ path: resource.path, cookie: resource.cookie, method, headers });

  test('has its content type, validators and caching headers', async () => {
    const { status: actualStatus, headers, body } = await fetchResource();
    expect([actualStatus, headers['content-type']]).toEqual([status, type]);
    expect(body.length).toBeGreaterThan(0);
    expect([headers.etag !== undefined, headers['last-modified'] !== undefined]).toEqual([hasEtag, hasLastModified]);
    if (hasLength) expect(headers['content-length']).toBe(String(body.length));
    if (hasEtag) expect(headers.etag).toMatch(/^(W\/)?"[\x21\x23-\x7e]+"$/);
    expect(headers['cache-control']).toBeTruthy();
    const vary = isPage ? 'accept-encoding, available-dictionary, save-data' : 'accept-encoding';
    expect(headers.vary?.toLowerCase()).toBe(isCompressed ? vary : undefined);
  });

  test('responds to HEAD with the headers of GET, or with 405', async () => {
    const [fullResponse, headResponse] = [await fetchResource(), await fetchResource({}, 'HEAD')];
    if (allow === 'GET') return expect([headResponse.status, headResponse.headers.allow]).toEqual([405, allow]);
    expect([headResponse.status, headResponse.body.length]).toEqual([status, 0]);
    for (const name of [...REPEATED_HEADERS, 'content-type'])
      expect([name, headResponse.headers[name]]).toEqual([name, fullResponse.headers[name]]);
    if (headResponse.headers['content-length'])
      expect(headResponse.headers['content-length']).toBe(fullResponse.headers['content-length']);
  });

  test('responds to PUT, DELETE and OPTIONS with the allowed methods, or is not found', async () => {
    for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetchResource({ origin: shop.origin }, method);
      if (allow === undefined && method === 'DELETE') expect(response.status).toBe(404);
      else expect([method, response.status, response.headers.allow]).toEqual([method, 405, allow ?? 'GET, HEAD']);
    }
  });

  test.each([
    ['', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0', undefined],
    ['gzip; q=0', undefined],
    ['GZIP ; Q=0.000', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=0.001, gzip;q=0', 'br'],
    ['*;q=0, identity', undefined],
    ['*', 'br'],
  ])('is encoded as "accept-encoding: %s" allows', async (acceptEncoding, encoding) => {
    const [plainResponse, response] = [
      await fetchResource(),
      await fetchResource({ 'accept-encoding': acceptEncoding }),
    ];
    const isFeed = /feeds|sitemap-(index|products)/.test(resource.path);
    const expectedEncoding =
      isFeed && encoding === 'br' ? (/gzip;q=0/.test(acceptEncoding) ? undefined : 'gzip') : encoding;
    expect([response.status, response.headers['content-encoding']]).toEqual([
      status,
      isCompressed ? expectedEncoding : undefined,
    ]);
    if (!resource.cookie) expect(decodeBody(response)).toBe(decodeBody(plainResponse));
  });

  async function expectNotModified(headers: Record<string, string>, method = 'GET'): Promise<void> {
    const [fullResponse, response] = [await fetchResource(), await fetchResource(headers, method)];
    if (status !== 200) return expect([headers, response.status]).toEqual([headers, status]);
    expect([headers, response.status, response.body.length]).toEqual([headers, 304, 0]);
    for (const name of REPEATED_HEADERS)
      expect([name, response.headers[name]]).toEqual([name, fullResponse.headers[name]]);
    expect(response.headers['content-length']).toBeUndefined();
    expect(response.headers['content-type']).toBeUndefined();
  }

  test('is not sent again to a client that already has it', async () => {
    await expectNotModified({ 'if-none-match': '*' });
    const { etag = '', 'last-modified': date } = (await fetchResource()).headers;
    const opaqueTag = etag.replace(/^W\//, '');
    if (hasEtag) {
      const lists = [
        etag,
        opaqueTag,
        `W/${opaqueTag}`,
        `"other", ${etag}`,
        `W/"other" ,\tW/${opaqueTag},"a,b"`,
        `${opaqueTag},`,
      ];
      for (const list of lists) await expectNotModified({ 'if-none-match': list });
      if (allow !== 'GET') await expectNotModified({ 'if-none-match': etag }, 'HEAD');
      await expectNotModified({ 'if-none-match': etag, 'if-modified-since': EARLIER_DATE });
      await expectNotModified({ 'if-none-match': etag, range: 'bytes=0-1' });
      await expectNotModified({ 'if-none-match': etag, 'accept-encoding': 'gzip;q=0' });
    }
    if (date) for (const since of [LATER_DATE, date]) await expectNotModified({ 'if-modified-since': since });
  });

  test('is sent to a client that has a different version', async () => {
    const dates = hasLastModified ? [EARLIER_DATE] : [EARLIER_DATE, LATER_DATE];
    const conditions: Record<string, string>[] = [
      { 'if-none-match': '"other", W/"another"' },
      { 'if-none-match': '"*"' },
      { 'if-none-match': '"other"', 'if-modified-since': LATER_DATE },
      { 'if-modified-since': 'not a date' },
      ...dates.map((date) => ({ 'if-modified-since': date })),
    ];
    for (const headers of conditions)
      expect([headers, (await fetchResource(headers)).status]).toEqual([headers, status]);
  });

  test('is found with an absolute URL in the request line', async () => {
    const { headers, ...response } = await send({ ...resource, path: `${shop.origin}${resource.path}` });
    expect([response.status, headers['content-type']]).toEqual([status, type]);
  });

  test.each(['bytes=0-9', 'bytes=-5', 'bytes=3-', 'bytes=0-1,4-5', 'bytes=nonsense', 'lines=1-2'])(
    'responds to range "%s" with that part or the full body',
    async (range) => {
      const [plainResponse, response] = [await fetchResource(), await fetchResource({ range })];
      expect([200, 206, 404]).toContain(response.status);
      if (response.status !== 206) return expect(response.body.length).toBe(plainResponse.body.length);
      const [, from = '', to = '', all] =
        /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers['content-range'] ?? '') ?? [];
      expect(Number(all)).toBe(plainResponse.body.length);
      expect(response.body).toEqual(plainResponse.body.subarray(Number(from), Number(to) + 1));
      if (range === 'bytes=-5') expect(response.body).toEqual(plainResponse.body.subarray(-5));
      const otherResponse = await fetchResource({ range, 'if-range': '"other"' });
      expect([otherResponse.status, otherResponse.body.length]).toEqual([200, plainResponse.body.length]);
    },
  );
});

test('each 401 response specifies an authentication scheme', async () => {
  const protectedPaths: string[] = [];
  for (const { path } of resources.filter(({ cookie }) => cookie)) {
    const { status, headers } = await send({ path });
    expect([path, status]).not.toEqual([path, 200]);
    if (status !== 401) continue;
    expect([path, headers['www-authenticate']]).toEqual([path, expect.stringMatching(/^\w+ realm=/)]);
    protectedPaths.push(path);
  }
  expect(protectedPaths).toContain('/auth/customer/me');
});

test('HTML pages of any status have a charset', async () => {
  for (const path of ['/nonsense', '/login', '/%zz', '/account/orders', '/products/nothing', '/public/nonsense']) {
    const { headers, body } = await send({ path, headers: { accept: 'text/html' } });
    if (body.length > 0 && headers['content-type']?.startsWith('text/'))
      expect([path, headers['content-type']]).toEqual([path, 'text/html; charset=utf-8']);
  }
});
