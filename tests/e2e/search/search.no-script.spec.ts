import { expect, test } from '@playwright/test';

test('a size in the term is a filter that can be removed', async ({ page }) => {
  await page.goto('/search?search=Cotton+Kurta+Women+Large');
  await expect(page.getByText('Showing only: size L.')).toBeVisible();
  await page.getByRole('link', { name: 'Remove filter L' }).click();
  await expect(page).toHaveURL(/\/search\?search=Cotton\+Kurta\+Women$/);
  await expect(page.getByText('Showing only')).toHaveCount(0);
});

test('a term with only a price is shown as a filter, with a link to all products', async ({ page }) => {
  await page.goto('/search?search=under+500');
  await expect(page.getByText('Showing only: Up to ₹500.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});

test('a message about similar products states what the shop does not sell', async ({ page }) => {
  await page.goto('/search?search=soft+toys+for+baby');
  await expect(page.getByText('Nothing found for soft toys. These results are similar.')).toBeVisible();
  await expect(page.getByText('These products come closest')).toHaveCount(0);
});

test('a search without results offers similar words, top sellers and categories', async ({ page }) => {
  await page.goto('/search?search=zzzzqqq&exact=true');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Search for “zzzzqqq”');
  await expect(main.getByText('No results found.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Search for similar words' })).toHaveAttribute('href', /search=zzzzqqq$/);
  await expect(main.getByRole('heading', { name: 'Top sellers' })).toBeVisible();
  await expect(main.getByRole('article').first()).toBeAttached();
  const categories = page.getByRole('navigation', { name: 'All categories' });
  await expect(categories.getByRole('link', { name: 'Women', exact: true })).toBeVisible();
  await categories.getByRole('link', { name: 'All products' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All products');
});

test('filters that leave no results can be cleared', async ({ page }) => {
  await page.goto('/search?search=kurta&brand=nobody');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.getByRole('main').getByRole('link', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL(/\/search\?search=kurta$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “kurta”');
});

test('search results show articles below the products, and a category with its parent', async ({ page }) => {
  await page.goto('/search?search=saree');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Women › Sarees' })).toBeVisible();
  const product = await page.getByRole('article').first().boundingBox();
  const journal = await page.getByText('From the journal').boundingBox();
  expect(journal?.y).toBeGreaterThan(product?.y ?? Number.POSITIVE_INFINITY);
});

test('the phone menu and the breadcrumb of a category lead to all products', async ({ page }) => {
  await page.goto('/products?category=women-kurtas');
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'All products' }),
  ).toHaveAttribute('href', '/products');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'All products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});
