import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalPath, isCanonical } from '#lib/platform/http/canonical-path.ts';

describe('canonicalPath', () => {
  test.each([
    '/',
    '/products',
    '/products/gir-lion-tee/12',
    '/sitemap-products-1.xml',
    '/_astro/page.Ab3-_.js',
    '/blogs/%E0%A4%A8%E0%A5%80%E0%A4%B2',
    '/frontend/subscribe/show/asha+1@example.in',
    '/a%2Fb',
    '/100%25',
    "/it's,(a):b;c=d&e$!*",
    '/a..b/.well-known/x',
  ])('leaves %s unchanged', (path) => expect(canonicalPath(path)).toBe(path));

  test.each([
    ['/products/', '/products'],
    ['/products//kurta', '/products/kurta'],
    ['//evil.example/x', '/evil.example/x'],
    ['/\\evil.example', '/evil.example'],
    ['/%5Cevil.example', '/evil.example'],
    ['/%5cevil.example', '/evil.example'],
    ['/orders/track/a%5Cb', '/orders/track/a/b'],
    ['///', '/'],
    ['/products/../orders/track/x', '/orders/track/x'],
    ['/products/%2e%2E/cart', '/cart'],
    ['/./products/.', '/products'],
    ['/../../..', '/'],
    ['/%63art', '/cart'],
    ['/c%61rt', '/cart'],
    ['/%7Easha', '/~asha'],
    ['/blogs/%e0%a4%a8', '/blogs/%E0%A4%A8'],
    ['/a|b^c', '/a%7Cb%5Ec'],
    ['/cart#top', '/cart%23top'],
    ['/cart.html', '/cart'],
    ['/cart%2Ehtml', '/cart'],
    ['/cart/index.html', '/cart'],
    ['/index.html', '/'],
    ['/.html', '/'],
    ['/a.html.html/index.html/', '/a'],
    ['/a/..html', '/a'],
    ['/a/...html', '/'],
    ['/cart.html/.', '/cart'],
  ])('converts %s to %s', (path, expectedPath) => {
    expect(canonicalPath(path)).toBe(expectedPath);
    expect(isCanonical(path, expectedPath)).toBe(false);
  });

  test.each([
    '/%E0%A4%A',
    '/%zz',
    '/%',
    '/a%FF',
    '/products/%00',
    '/a%0Ab',
    '/a%0d%0ab',
    '/%7F',
    '/%2563art',
    '/%25%36%33',
  ])('rejects %s as invalid', (path) => expect(canonicalPath(path)).toBeUndefined());

  test('replaces any number of slashes with one', () => {
    const path = `/${'/'.repeat(8_000)}a${'/'.repeat(100)}`;
    expect(canonicalPath(path)).toBe('/a');
    expect(isCanonical(path, '/a')).toBe(false);
  });

  test('requires no redirect if encodeURIComponent escapes more characters than RFC 3986 requires', () => {
    const path = `/frontend/subscribe/show/${encodeURIComponent('asha+1@example.in')}`;
    const canonical = '/frontend/subscribe/show/asha+1@example.in';
    expect(canonicalPath(path)).toBe(canonical);
    expect(isCanonical(path, canonical)).toBe(true);
  });

  test('is idempotent, and never leads to another host', () => {
    const unit = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%5C',
      '%2F',
      '.html',
      'index.html',
      'a',
      'é',
      '%41',
      '%25',
      '|',
      ':',
    );
    const paths = fc.array(unit, { maxLength: 12 }).map((units) => `/${units.join('')}`);
    fc.assert(
      fc.property(paths, (path) => {
        const canonical = canonicalPath(path);
        if (canonical === undefined) return;
        expect(canonicalPath(canonical)).toBe(canonical);
        expect(new URL(canonical, 'https://shop.example').href).toBe(`https://shop.example${canonical}`);
      }),
      { numRuns: 5_000 },
    );
  });
});
