import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { canonicalUrl, refusalFor, rewriteToOriginForm } from '#lib/platform/http/guards.server.ts';
import { clientNetworks } from '#lib/platform/http/network/client-networks.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { siteRoutes } from '#support/site-routes.ts';

const routes = await siteRoutes();
const demoSettings = readSettings({});
const liveSettings = readSettings({
  SHOP_MODE: 'live',
  SITE_URL: 'https://shop.example',
  SECRET_KEY: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'hello@shop.example',
});

function request(parts: {
  method?: string;
  url?: string;
  headers?: Record<string, string>;
  remoteAddress?: string;
}): IncomingMessage {
  const { method = 'GET', url = '/', remoteAddress = '203.0.113.9' } = parts;
  const headers = { host: 'localhost:4321', ...parts.headers };
  return {
    method,
    url,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    socket: { remoteAddress },
  } as unknown as IncomingMessage;
}

const sameOrigin = { origin: 'http://localhost:4321' };

describe('the check of a request before any page', () => {
  test('accepts an ordinary visit', () => {
    expect(refusalFor(request({ url: '/products?category=women' }), demoSettings, routes)).toBeUndefined();
  });

  test.each([
    ['an unused method', { method: 'TRACE' }, 405],
    ['a proxy request', { url: 'http://elsewhere.example/' }, 400],
    ['an invalid escape', { url: '/%E0%A4%A' }, 400],
    ['a NUL in a path', { url: '/products/%00' }, 400],
    ['a very long URL', { url: `/${'a'.repeat(9_000)}` }, 414],
    ['the host of another site', { headers: { host: 'evil.example' } }, 421],
    [
      'a huge body',
      { method: 'POST', headers: { origin: 'http://localhost:4321', 'content-length': '10000000000' } },
      413,
    ],
    [
      'a compressed body',
      { method: 'POST', headers: { origin: 'http://localhost:4321', 'content-encoding': 'gzip' } },
      415,
    ],
    [
      'a form from another site',
      { method: 'POST', headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
      403,
    ],
    ['a write without an origin', { method: 'DELETE' }, 403],
    [
      'a form sent to an address with repeated slashes',
      { method: 'POST', url: '/public//cart', headers: sameOrigin },
      404,
    ],
    ['a form sent to an address with a backslash', { method: 'POST', url: '/public\\cart', headers: sameOrigin }, 404],
    [
      'a form sent to an address that ends in .html',
      { method: 'POST', url: '/public/cart/create.html', headers: sameOrigin },
      404,
    ],
    ['a form from a null origin', { method: 'POST', headers: { origin: 'null' } }, 403],
  ])('rejects %s with $2', (_name, parts, status) => {
    expect(refusalFor(request(parts), demoSettings, routes)?.status).toBe(status);
  });

  test('rejects two Host headers, even if they are identical or written in another case', () => {
    const statusWithSecondHost = (secondHost: string) => {
      const req = request({});
      req.rawHeaders.push('HOST', secondHost);
      return refusalFor(req, demoSettings, routes)?.status;
    };
    expect([statusWithSecondHost('localhost:4321'), statusWithSecondHost('evil.example')]).toEqual([400, 400]);
  });

  test('accepts writes from the shop’s pages, by Origin or Sec-Fetch-Site', () => {
    expect(
      refusalFor(request({ method: 'POST', headers: { origin: 'http://localhost:4321' } }), demoSettings, routes),
    ).toBeUndefined();
    expect(
      refusalFor(request({ method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } }), demoSettings, routes),
    ).toBeUndefined();
  });

  test('accepts only the host name and scheme of a live shop', () => {
    expect(refusalFor(request({ headers: { host: 'localhost:4321' } }), liveSettings, routes)?.status).toBe(421);
    expect(refusalFor(request({ headers: { host: 'shop.example' } }), liveSettings, routes)).toBeUndefined();
    const requestWithoutTls = { method: 'POST', headers: { host: 'shop.example', origin: 'http://shop.example' } };
    expect(refusalFor(request(requestWithoutTls), liveSettings, routes)?.status).toBe(403);
  });

  test.each([
    ['127.0.0.1', undefined],
    ['::1', undefined],
    ['::ffff:10.1.2.3', undefined],
    ['192.168.3.4', undefined],
    ['fd00::7', undefined],
    ['203.0.113.9', 421],
    ['2001:db8::1', 421],
  ])('accepts health checks with any Host, but only from private addresses: %s', (remoteAddress, status) => {
    for (const url of ['/healthz', '/readyz', '/readyz/pages'])
      expect(
        refusalFor(request({ url, remoteAddress, headers: { host: '10.0.0.1' } }), liveSettings, routes)?.status,
      ).toBe(status);
    expect(refusalFor(request({ remoteAddress, headers: { host: '10.0.0.1' } }), liveSettings, routes)?.status).toBe(
      421,
    );
  });

  test.each([
    ['/public/payment-gateway/razorpay/webhook', undefined],
    ['/public/payment-gateway/razorpay/return', undefined],
    ['/public/courier/webhook', undefined],
    ['/newsletter/unsubscribe/token', undefined],
    ['/back-in-stock/unsubscribe/token', undefined],
    ['/public/payment-gateway/razorpay', 403],
    ['/public/courier/webhook/more', 403],
    ['/newsletter/unsubscribe', 403],
    ['/public/cart/create', 403],
    ['/nonsense', 403],
  ])(
    'accepts a POST from elsewhere only if the route declares that it authenticates the request: %s',
    (url, status) => {
      const senders: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        {},
      ];
      for (const headers of senders)
        expect(refusalFor(request({ method: 'POST', url, headers }), demoSettings, routes)?.status).toBe(status);
    },
  );
});

describe('the canonical address', () => {
  test.each([
    ['/products/', '/products', true],
    ['/a\\\\/b/?next=//x', '/a/b?next=//x', true],
    ['//?a', '/?a', true],
    ['/', '/', false],
    ['/products?next=/a//b/', '/products?next=/a//b/', false],
    ['/?a=//', '/?a=//', false],
    ['/public/pincode/50%2B0?x=%00', '/public/pincode/50+0?x=%20', false],
  ])('of %s is %s', (url, expectedUrl, needsRedirect) => {
    expect(canonicalUrl(url)).toEqual({ url: expectedUrl, needsRedirect });
  });

  test.each([
    ['http://localhost:4321/products?a=1', 'localhost:4321', '/products?a=1'],
    ['HTTP://evil.example', 'evil.example', '/'],
    ['https://evil.example?a', 'evil.example', '/?a'],
    ['http://localhost@evil.example/x', 'localhost@evil.example', '/x'],
    ['/products', 'localhost:4321', '/products'],
    ['*', 'localhost:4321', '*'],
  ])('of the target %s has the host %s and the path %s', (url, host, path) => {
    const req = request({ url });
    rewriteToOriginForm(req);
    expect([req.headers.host, req.url]).toEqual([host, path]);
  });
});

describe('the address of a visitor', () => {
  test('is the address of the socket, regardless of X-Forwarded-For, if no proxy is trusted', () => {
    expect(clientNetworks(request({ headers: { 'x-forwarded-for': '1.2.3.4' } }), 0).home).toBe('203.0.113.9');
  });

  test('is the entry written by the proxy if one proxy is trusted', () => {
    expect(clientNetworks(request({ headers: { 'x-forwarded-for': '6.6.6.6, 198.51.100.7' } }), 1).home).toBe(
      '198.51.100.7',
    );
  });

  test('is the address of the socket if the entry written by the proxy is invalid', () => {
    expect(clientNetworks(request({ headers: { 'x-forwarded-for': 'unknown' } }), 1).home).toBe('203.0.113.9');
  });
});
