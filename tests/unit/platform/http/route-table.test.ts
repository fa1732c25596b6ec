import { describe, expect, test } from 'vitest';
import { readPage } from '#lib/platform/http/read-page.server.ts';
import { RouteTable } from '#lib/platform/http/route-table.ts';
import { siteRoutes } from '#support/site-routes.ts';

const routes = await siteRoutes();

describe('the route table', () => {
  test.each([
    '/',
    '/products',
    '/products/a-kurta/12',
    '/blogs/x',
    '/public/product',
    '/public/product/show/a',
    '/nonsense',
  ])('treats %s as shared', (path) => {
    expect(routes.isShared(path)).toBe(true);
  });

  test.each([
    '/cart',
    '/account/orders',
    '/public/cart',
    '/public/wishlist',
    '/auth/customer/me',
    '/checkout',
    '/orders/track/x',
    '/public/orders/1',
  ])('treats %s as personal', (path) => {
    expect(routes.isShared(path)).toBe(false);
  });

  test('matches a prefix by whole segments', () => {
    expect(routes.isShared('/carton')).toBe(true);
  });

  test('ignores unknown parameters and sorts known ones', () => {
    expect(routes.sharedUrl('/products?utm_source=x&size=m&category=women&gclid=1')).toBe(
      '/products?category=women&size=m',
    );
    expect(routes.sharedUrl('/products?utm_source=x')).toBe('/products');
  });

  test('keeps all 58 filters in an address', () => {
    const query = Array.from({ length: 58 }, (_, n) => `brand=${'a-brand-with-a-long-name'}-${n}`).join('&');
    expect(routes.sharedUrl(`/products?${query}`)).toBe(`/products?${query}`);
  });

  test('keeps only the parameters that the page reads', () => {
    expect(routes.sharedUrl('/blogs?size=m&page=2&tag=linen')).toBe('/blogs?page=2&tag=linen');
    expect(routes.sharedUrl('/faq?q=wash&page=2')).toBe('/faq?q=wash');
    expect(routes.sharedUrl('/nonsense?q=1')).toBe('/nonsense');
  });

  test.each(['/%63art', '/c%61rt', '/%61ccount/orders'])('decodes %s in the same way as Astro', (path) => {
    expect(routes.isShared(path)).toBe(false);
  });
});

test('the first matching route is used, even if its first segment is a parameter', () => {
  const entries = [
    ['/products/[slug]', '^\\/products\\/([^/]+?)\\/?$'],
    ['/products/sale', '^\\/products\\/sale\\/?$'],
    ['/[page]', '^\\/([^/]+?)\\/?$'],
    ['/products', '^\\/products\\/?$'],
    ['/', '^\\/$'],
  ] as const;
  const table = new RouteTable(
    entries.map(([pattern, pathRegExp]) => ({ pattern, pathRegExp, isPage: true, methods: ['GET'] })),
  );
  const paths = ['/products/sale', '/products/', '/products', '/about', '/', '/a/b', ''];
  expect(paths.map((path) => table.patternOf(path))).toEqual([
    ...['/products/[slug]', '/[page]', '/[page]', '/[page]', '/', undefined, undefined],
  ]);
});

describe('methods', () => {
  test.each([
    ['/', ['GET', 'HEAD']],
    ['/cart', ['GET', 'HEAD']],
    ['/newsletter/unsubscribe/x', ['GET', 'HEAD', 'POST']],
    ['/back-in-stock/unsubscribe/x', ['GET', 'HEAD', 'POST']],
    ['/public/payment-gateway/x', ['GET', 'HEAD', 'POST']],
    ['/public/product', ['GET', 'HEAD']],
    ['/public/cart', ['GET']],
    ['/public/cart/create', ['POST']],
    ['/robots.txt', ['GET', 'HEAD']],
    ['/nonsense', undefined],
  ])('of %s are $1', (path, methods) => expect(routes.methodsAt(path)).toEqual(methods));
});

describe('declarations in src/pages', () => {
  test.each([
    ["export const GET = x;\nexport const shared: SharedPage = { params: ['a', 'b'] };", ['a', 'b']],
    ['export const shared: SharedPage = { params: [] };', []],
    ['export const GET = x;', undefined],
  ])('have the parameters $1: %s', async (source, params) => {
    expect((await readPage('page.ts', source)).shared?.params).toEqual(params);
  });

  test.each([
    'export const acceptsSignedPosts = isSigned();',
    'export const shared = { params: [] };',
    'export const shared: SharedPage = { params: [NAME] };',
    'export const shared: SharedPage = { params: [...LIST] };',
  ])('stop the build if they can’t be parsed: %s', async (source) => {
    await expect(readPage('page.ts', source)).rejects.toThrow('page.ts');
  });

  test('can accept signed requests from other sites', async () => {
    const source = 'export const acceptsSignedPosts = true;\nexport const POST = x;';
    expect(await readPage('page.ts', source)).toEqual({ methods: ['POST'], acceptsSignedPosts: true });
  });

  test('can export the methods of an endpoint in either syntax', async () => {
    const source = 'export const GET = x;\nexport { change as PATCH, change as POST };';
    expect((await readPage('page.ts', source)).methods).toEqual(['GET', 'PATCH', 'POST']);
  });
});
