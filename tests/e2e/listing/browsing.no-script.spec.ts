import { expect, test } from '@playwright/test';

/** Everything that concerns browsing, without a script (issue: "With JavaScript off"). */
test('home leads to a category through the menu', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.locator('#mobile-menu');
  await menu.getByText('Women', { exact: true }).click();
  await menu.getByRole('link', { name: 'All of Women' }).click();
  await expect(page).toHaveURL(/category=women$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Women');
});

test('filters are a form: open, tick, show, take off', async ({ page }) => {
  await page.goto('/products');
  const all = await countOf(page);
  await page.getByRole('link', { name: 'Filter', exact: true }).last().click();
  await expect(page).toHaveURL(/open_filter=true/);
  await page.locator('[data-facet="material"]').getByRole('checkbox').first().check();
  await page.getByRole('button', { name: /^Show \d+ product/ }).click();
  await expect(page).toHaveURL(/material=/);
  const left = await countOf(page);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(all);
  await page.getByRole('link', { name: 'Clear all' }).click();
  expect(await countOf(page)).toBe(all);
});

test('sorting by price puts the cheapest first, and pages go on', async ({ page }) => {
  await page.goto('/products?sort=lowtohigh');
  const cheapest = await prices(page);
  expect(cheapest).toEqual([...cheapest].sort((a, b) => a - b));
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  const next = await prices(page);
  expect(next[0]).toBeGreaterThanOrEqual(cheapest.at(-1) ?? 0);
});

test('a search says how it was read, and leads to what was typed', async ({ page }) => {
  await page.goto('/search?search=kruta');
  await expect(page.getByText('Showing results for kurta.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “kurta”');
  await page.getByRole('link', { name: 'Search for “kruta” instead' }).click();
  await expect(page.getByText('No results found.')).toBeVisible();
});

test('a search that finds nothing says so', async ({ page }) => {
  await page.goto('/search');
  await page.getByRole('main').getByRole('searchbox').fill('zzzzqqq');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No results found.')).toBeVisible();
});

test('a missing page answers 404 with a way on', async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
});

async function countOf(page: import('@playwright/test').Page): Promise<number> {
  return Number.parseInt((await page.locator('[data-listing]').getAttribute('data-count-text')) ?? '', 10);
}

async function prices(page: import('@playwright/test').Page): Promise<number[]> {
  const texts = await page.locator('[data-listing] article p.tabular-nums > span:first-child').allTextContents();
  return texts.map((text) => Number(text.replace(/[^\d.]/g, '')));
}
