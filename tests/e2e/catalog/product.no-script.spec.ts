import { expect, test } from '@playwright/test';

const SLUG = 'bagru-marigold-anarkali';

test('variants are links, and the form knows the chosen one', async ({ page }) => {
  await page.goto(`/products/${SLUG}`);
  await page.getByRole('link', { name: 'Kashish Grey' }).click();
  await expect(page).toHaveURL(new RegExp(`/products/${SLUG}/\\d+$`));
  const id = page.url().split('/').at(-1) ?? '';
  await expect(page.locator('[data-add-to-cart] input[name=variant]')).toHaveValue(id);
  await expect(page.getByRole('group', { name: /^Size/ }).locator('[aria-current]')).toHaveText('S');
  await page.getByRole('link', { name: /^M\b.*Out of Stock/ }).click();
  await expect(page.getByRole('button', { name: 'Out of Stock', exact: true })).toBeDisabled();
});

test('accordions, tabs, size guide and pictures', async ({ page }) => {
  await page.goto(`/products/${SLUG}`);
  await page.getByText('SIZE & FIT', { exact: true }).click();
  await expect(page.getByText('Length 50 in in every size')).toBeVisible();
  await expect(page.locator('#reviews')).toBeHidden();
  await page
    .getByRole('navigation', { name: 'Description and reviews' })
    .getByRole('link', { name: /^Reviews/ })
    .click();
  await expect(page.locator('#reviews')).toBeVisible();
  await expect(page.locator('#description')).toBeHidden();
  await page.getByRole('button', { name: 'Size guide' }).click();
  await expect(page.locator('#size-guide')).toBeVisible();
  await page.goto(`/products/${SLUG}?editreview=1`);
  await expect(page.locator('#reviews')).toBeVisible();
  const big = await page.locator('[data-zoom]').first().getAttribute('href');
  expect((await page.request.get(big ?? '')).headers()['content-type']).toBe('image/webp');
});

test('the quick view is part of the page of its address', async ({ page }) => {
  await page.goto('/products');
  await page
    .getByRole('link', { name: /^Quick view/ })
    .first()
    .click();
  await expect(page).toHaveURL(/quickView=/);
  const view = page.getByRole('dialog');
  await expect(view.getByRole('button', { name: /Add to cart|Out of Stock/ })).toBeVisible();
  await view.getByRole('link', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/quickView=/);
  await page.goto('/products?quickView=never-woven');
  await expect(page.getByRole('dialog').getByText('Product not found')).toBeVisible();
});

test('search is a form with a page of results', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Search' }).click();
  await page.getByRole('main').getByRole('searchbox').fill('khadi');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/search\?search=khadi/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('khadi');
  await page.goto('/search?search=zzzzzz');
  await expect(page.getByText('No results found.')).toBeVisible();
});
