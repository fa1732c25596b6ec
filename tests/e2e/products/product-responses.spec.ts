import { expect, test } from '@playwright/test';

const SLUG = 'bagru-marigold-anarkali';

test('redirects an old address, ignores an unknown variant, and responds with 404 for an unknown product', async ({
  page,
  request,
}) => {
  const redirect = await request.get(`/product/${SLUG}`, { maxRedirects: 0 });
  expect(redirect.status()).toBe(301);
  expect(redirect.headers().location).toBe(`/products/${SLUG}`);
  expect((await page.goto(`/products/${SLUG}/99999999`))?.status()).toBe(200);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/products/${SLUG}$`));
  expect((await page.goto('/products/never-woven'))?.status()).toBe(404);
});

test('the API responds with the fields and messages in product.md, "Product page"', async ({ request }) => {
  const details = await (await request.get(`/public/product/show/${SLUG}`)).json();
  expect(details.status).toBe('success');
  expect(details.data).toMatchObject({
    slug: SLUG,
    price: 3299,
    sale_price: 2799,
    discount_percentage: 15,
    sell_unit: 'piece',
  });
  expect(details.data.variant_options.map((option: { label: string }) => option.label)).toEqual(['color', 'size']);
  const list = (await (await request.get('/public/product?brand=neel-and-nadi&page=2')).json()).data;
  expect(list).toMatchObject({ per_page: 10, current_page: 2, hasPrevPage: true, prev: 1 });
  expect(Object.keys(list.data[0]).sort()).toEqual(Object.keys(details.data).sort());
  const missingProduct = await request.get('/public/product/show/never-woven');
  expect([missingProduct.status(), (await missingProduct.json()).message]).toEqual([404, 'Product not found']);
  const unknownRoute = await request.get('/public/no-such-thing', { headers: { accept: 'text/html' } });
  expect([unknownRoute.status(), unknownRoute.headers()['content-type']]).toEqual([404, 'application/json']);
  const variants = (await (await request.get('/public/product/variants')).json()).data;
  expect(variants.size.slice(0, 3)).toEqual(['XS', 'S', 'M']);
  expect(Object.keys((await (await request.get('/public/product/brand-counts')).json()).data[0])).toEqual([
    'name',
    'slug',
    'productCount',
  ]);
});
