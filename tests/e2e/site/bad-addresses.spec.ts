import { expect, test } from '@playwright/test';

/** Malformed parts of addresses that robots request, old links contain, or visitors type. */
const MALFORMED_PARTS = [
  'नील',
  '%E0%A4',
  '%00',
  '%0aX:y',
  '🧵',
  '__proto__',
  '-1',
  '1e99',
  "' OR 1=1",
  '<b>',
  'a,b',
  'x'.repeat(900),
];
const PATHS = [
  '/products/{}',
  '/products/gir-lion-tee/{}',
  '/blogs/{}',
  '/orders/track/{}',
  '/public/product/show/{}',
  '/public/reviews/product-wise/{}',
  '/public/faq/show/{}',
  '/public/blog/{}',
  '/public/orders/{}',
  '/public/pincode/{}',
];
const QUERIES = [
  '/products?quickView={}',
  '/products?category={}&category={}',
  '/products?color[]={}&page={}',
  '/products?minprice={}&maxprice={}',
  '/products?search={}&sort={}&filter={}',
  '/products/gir-lion-tee?editreview={}',
  '/public/product?size={}&page={}',
  '/auth/nothing?x={}',
  '/frontend/nothing?x={}',
  '/public/search/all?search={}',
  '/search?search={}',
  '/faq?question={}',
  '/blogs?tag={}&page={}',
];

test('responds to malformed addresses without a server error, and with JSON from the API', async ({ request }) => {
  for (const address of [...PATHS, ...QUERIES]) {
    const variants = MALFORMED_PARTS.map((part) =>
      address.replaceAll('{}', part.startsWith('%') ? part : encodeURIComponent(part)),
    );
    const responses = await Promise.all(
      variants.map((path) => request.get(path, { headers: { accept: 'application/json' }, maxRedirects: 0 })),
    );
    for (const response of responses) {
      expect(response.status(), response.url()).toBeLessThan(500);
      if (/^\/(public|auth|frontend)/.test(address)) {
        expect(response.headers()['content-type'], response.url()).toContain('application/json');
      }
    }
  }
});

test('redirects an address with a trailing slash to the page', async ({ page }) => {
  await page.goto('/products/?size=s');
  await expect(page).toHaveURL(/\/products\?size=s$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
