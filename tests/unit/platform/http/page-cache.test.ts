import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import { BROTLI, encodingFor, GZIP, IDENTITY } from '#lib/platform/http/encoding/content-coding.server.ts';
import { readTagHeader, tagHeader } from '#lib/platform/http/pages/cache-tags.ts';
import { cacheDirectives, PageCache } from '#lib/platform/http/pages/page-cache.server.ts';
import { encodedBody } from '#lib/platform/http/pages/stored-page.server.ts';

function renderedPage(body: string, headers: Record<string, string> = {}) {
  const cachingHeaders = {
    'content-type': 'text/html',
    'cdn-cache-control': 'max-age=60, stale-while-revalidate=600',
    'cache-tag': 'list,product:a',
  };
  return { status: 200, headers: { ...cachingHeaders, ...headers }, body: Buffer.from(body) };
}

describe('the Cache-Tag header', () => {
  test.each([['product:नील-कुर्ता'], ['product:a,list'], ['product:a b\r\nx'], ['list'], ['product:50%']])(
    'transports %j',
    (tag) => {
      const headers = new Headers({ 'Cache-Tag': tagHeader([tag, 'blog']) });
      expect(readTagHeader(headers.get('cache-tag') ?? '')).toEqual([tag, 'blog']);
    },
  );

  test('accepts an unpaired surrogate', () => {
    expect(() => new Headers({ 'Cache-Tag': tagHeader(['\ud800']) })).not.toThrow();
  });
});

describe('the page cache', () => {
  test('returns a page in Brotli, gzip or uncompressed, and drops it by any of its tags', async () => {
    const cache = new PageCache(new Compressor());
    const compressor = new Compressor();
    const page = await cache.store('/', renderedPage('hello'), {
      dropCount: cache.dropCount,
      coding: BROTLI,
      extraHeaders: [],
    });
    expect(cache.get('/')).toBe(page);
    expect(brotliDecompressSync((await encodedBody(page, BROTLI, compressor)).body).toString()).toBe('hello');
    expect((await encodedBody(page, IDENTITY, compressor)).body.toString()).toBe('hello');
    expect(gunzipSync((await encodedBody(page, GZIP, compressor)).body).toString()).toBe('hello');
    cache.dropTags(new Set(['product:a']));
    expect(cache.get('/')).toBeUndefined();
  });

  test('compresses a new page only once per encoding for many concurrent requests', async () => {
    const cache = new PageCache(new Compressor());
    const page = await cache.store('/', renderedPage('goods '.repeat(10_000), { 'set-cookie': 'a=b' }), {
      dropCount: cache.dropCount,
      coding: BROTLI,
      extraHeaders: [],
    });
    const compressor = new Compressor();
    let compressions = 0;
    const compress = compressor.compress.bind(compressor);
    compressor.compress = (...args) => {
      compressions += 1;
      return compress(...args);
    };
    const requests = Array.from({ length: 500 }, (_, n) => encodedBody(page, n % 2 ? BROTLI : GZIP, compressor));
    const bodies = new Set((await Promise.all(requests)).map(({ body }) => body));
    expect(bodies.size).toBe(2);
    expect(compressions).toBe(2);
  });

  test('does not cache a page if its data changed during the rendering', async () => {
    const cache = new PageCache(new Compressor());
    const { dropCount } = cache;
    cache.dropTags(new Set(['list']));
    await cache.store('/', renderedPage('old'), { dropCount, coding: BROTLI, extraHeaders: [] });
    expect(cache.get('/')).toBeUndefined();
  });

  test('returns a stale page after max-age, and no page after stale-while-revalidate', async () => {
    let now = 0;
    const cache = new PageCache(new Compressor(), { now: () => now });
    await cache.store('/', renderedPage('x'), { dropCount: cache.dropCount, coding: BROTLI, extraHeaders: [] });
    now = 61_000;
    const stalePage = cache.get('/');
    expect(stalePage && cache.isFresh(stalePage)).toBe(false);
    now = 661_000;
    expect(cache.get('/')).toBeUndefined();
  });

  test('does not store a response with a cookie or without a lifetime', async () => {
    const cache = new PageCache(new Compressor());
    await cache.store('/b', renderedPage('x', { 'set-cookie': 'a=b' }), {
      dropCount: cache.dropCount,
      coding: BROTLI,
      extraHeaders: [],
    });
    await cache.store(
      '/c',
      { status: 200, headers: {}, body: Buffer.from('x') },
      { dropCount: cache.dropCount, coding: BROTLI, extraHeaders: [] },
    );
    expect(cache.size).toBe(0);
  });

  test('evicts the oldest page when it is full', async () => {
    const cache = new PageCache(new Compressor(), { maxBytes: 13_000 });
    for (const key of ['/1', '/2', '/3', '/4'])
      await cache.store(key, renderedPage(key), { dropCount: cache.dropCount, coding: BROTLI, extraHeaders: [] });
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/4')).toBeDefined();
  });

  test('removes internal headers from the response, and adds others', async () => {
    const cache = new PageCache(new Compressor());
    const page = await cache.store('/', renderedPage('x'), {
      dropCount: cache.dropCount,
      coding: BROTLI,
      extraHeaders: ['x-content-type-options', 'nosniff'],
    });
    expect(page.commonHeaders.join(' ')).not.toMatch(/cdn-cache-control|cache-tag/);
    expect(page.commonHeaders).toContain('nosniff');
  });

  test('parses the lifetime and the tags in the headers', () => {
    expect(cacheDirectives({ 'cdn-cache-control': 'max-age=5', 'cache-tag': 'a,b' })).toEqual({
      maxAge: 5,
      swr: 0,
      tags: ['a', 'b'],
    });
    expect(cacheDirectives({})).toBeUndefined();
  });
});

describe('the encoding of a response', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.001', 'br'],
    ['BR; Q=0.0, GZIP', 'gzip'],
    ['*;q=0', 'identity'],
    ['*', 'br'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('for Accept-Encoding %s is %s', (header, encoding) => {
    expect(encodingFor({ headers: { 'accept-encoding': header } })).toBe(encoding);
  });
});
