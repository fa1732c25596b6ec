import { expect, type Page, test } from '@playwright/test';
import { productCount } from '#support/e2e-listing.ts';

test('the menu leads from the home page to a category', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.locator('#mobile-menu');
  await menu.getByText('Women', { exact: true }).click();
  await menu.getByRole('link', { name: 'All in Women' }).click();
  await expect(page).toHaveURL(/category=women$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Women');
});

test('filters are submitted as a form, and can be removed', async ({ page }) => {
  await page.goto('/products');
  const totalCount = await productCount(page);
  await page.getByRole('link', { name: 'Filter', exact: true }).last().click();
  await expect(page).toHaveURL(/open_filter=true/);
  await page.locator('[data-facet="material"] > summary').click();
  await page.locator('[data-facet="material"]').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^Show \d+ product/ }).click();
  await expect(page).toHaveURL(/material=/);
  const filteredCount = await productCount(page);
  expect(filteredCount).toBeGreaterThan(0);
  expect(filteredCount).toBeLessThan(totalCount);
  await page.getByRole('link', { name: 'Clear all' }).click();
  expect(await productCount(page)).toBe(totalCount);
});

test('a price range is chosen with two selects, and the current range is shown above them', async ({ page }) => {
  await page.goto('/products?open_filter=true');
  await expect(page.locator('[data-price-words]')).toHaveText('Any price');
  await page.locator('select[name="maxprice"]').selectOption('5000');
  await page.getByRole('button', { name: /^Show \d+ product/ }).click();
  await expect(page).toHaveURL(/minprice=1000&maxprice=5000/);
  await expect(page.getByRole('link', { name: 'Remove filter ₹1,000 to ₹5,000' })).toBeVisible();
  await page.getByRole('link', { name: 'Filter', exact: true }).last().click();
  await expect(page.locator('[data-price-words]')).toHaveText('₹1,000 to ₹5,000');
  await expect(page.locator('select[name="minprice"]')).toHaveValue('1000');
  await page.getByRole('link', { name: /^Under ₹1,000/ }).click();
  await expect(page).toHaveURL(/\?maxprice=999\.99$/);
  expect(Math.max(...(await readPrices(page)))).toBeLessThan(1000);
});

test('selecting a subcategory narrows the category, and the filter link in the menu keeps both', async ({ page }) => {
  await page.goto('/products?category=women&open_filter=true');
  const totalCount = await productCount(page);
  await page.locator('[data-facet="category-women"]').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^Show \d+ product/ }).click();
  expect(await productCount(page)).toBeLessThan(totalCount);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.locator('#mobile-menu').getByRole('link', { name: 'Filter' }).click();
  await expect(page).toHaveURL(/category=women(,|%2C)women-[^&]*&open_filter=true/);
  await expect(page.locator('[data-filter-panel]').getByRole('checkbox', { checked: true })).toHaveCount(2);
});

test('the open filter panel keeps the focus away from the controls that it covers', async ({ page }) => {
  await page.goto('/products?open_filter=true');
  await page.getByRole('button', { name: /^Show \d+ product/ }).focus();
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab');
    expect(await page.locator('#listing [data-results] :focus, body > header :focus, footer :focus').count()).toBe(0);
  }
});

test('sorts by ascending price across pages', async ({ page }) => {
  await page.goto('/products?sort=lowtohigh');
  const firstPage = await readPrices(page);
  expect(firstPage).toEqual([...firstPage].sort((a, b) => a - b));
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  const secondPage = await readPrices(page);
  expect(secondPage[0]).toBeGreaterThanOrEqual(firstPage.at(-1) ?? 0);
});

test('shows the corrected search term, and links to a search for the original term', async ({ page }) => {
  await page.goto('/search?search=kruta');
  await expect(page.getByText('Showing results for kurta.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “kurta”');
  await page.getByRole('link', { name: 'Search for “kruta” instead' }).click();
  await expect(page.getByText('No results found.')).toBeVisible();
});

test('shows a message for a search without results', async ({ page }) => {
  await page.goto('/search');
  await page.getByRole('main').getByRole('searchbox').fill('zzzzqqq');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No results found.')).toBeVisible();
});

test('responds with 404 and a search field for a missing page', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
});

async function readPrices(page: Page): Promise<number[]> {
  const texts = await page.locator('[data-listing] article p.tabular-nums > span:first-child').allTextContents();
  return texts.map((text) => Number(text.replace(/[^\d.]/g, '')));
}
