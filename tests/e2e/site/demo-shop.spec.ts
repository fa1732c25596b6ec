import { expect, test } from '@playwright/test';

const priceRanges = ['minprice=5000', 'maxprice=2500', 'minprice=1000&maxprice=10000'];
const sortOrders = ['sort=latest', 'sort=lowtohigh', 'sort=hightolow', 'filter=top_sale'];

test('lists by each size, age, colour and sort order, and by some prices and availabilities, have products', async ({
  request,
}) => {
  const { data } = await (await request.get('/public/product/variants')).json();
  const values = (['size', 'age', 'color'] as const).flatMap((facet) =>
    (data[facet] as string[]).map((name) => `${facet}=${encodeURIComponent(name)}`),
  );
  expect(data.size).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']);
  expect(data.age).toHaveLength(12);
  for (const query of [...values, 'availability=in_stock', 'availability=pre_order', ...priceRanges, ...sortOrders]) {
    const response = await (await request.get(`/public/product?${query}`)).json();
    expect(response.data.total, query).toBeGreaterThan(0);
  }
});

test('a category has a second page, and contradicting filters show an empty list', async ({ page }) => {
  await page.goto('/products?category=women&page=2');
  await expect(page.locator('[data-pages] [aria-current="page"]')).toContainText('2');
  await page.goto('/products?category=fabrics&age=2-3-years');
  await expect(page.getByText('No products match these filters')).toBeVisible();
});

test('marks a sold-out variant, a sold-out product and a pre-order', async ({ page }) => {
  await page.goto('/products/george-town-madras-check-midi');
  await expect(page.getByRole('main').getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
  await page.goto('/products/puttapaka-ikat-kurta');
  await expect(page.locator('[data-sold-out]').first()).toBeVisible();
  await page.goto('/products/sawai-brocade-sherwani');
  await page.getByRole('main').getByRole('link', { name: 'Midnight' }).click();
  await expect(page.getByText(/Pre-order: ships from \d+ \w+ 202\d/)).toBeVisible();
});
