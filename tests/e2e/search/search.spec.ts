import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { scriptPattern } from '#support/built-scripts.ts';

test('sends one request for several letters typed quickly, and no request for two letters', async ({ page }) => {
  const requestedTerms: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/public/search/all') requestedTerms.push(url.searchParams.get('search') ?? '');
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Search' }).click();
  const field = page.getByRole('dialog').getByRole('searchbox');
  await expect(field).toBeFocused();
  await field.pressSequentially('ku', { delay: 30 });
  await page.waitForTimeout(800);
  expect(requestedTerms).toEqual([]);
  await field.pressSequentially('rta', { delay: 30 });
  await expect(page.getByRole('dialog').locator('[data-result]').first()).toBeVisible();
  expect(requestedTerms).toEqual(['kurta']);
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([]);
});

test('arrow keys move through the results, and Enter opens the results page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Search' }).click();
  const overlay = page.getByRole('dialog');
  const field = overlay.getByRole('searchbox');
  await field.fill('khadi');
  await expect(overlay.locator('[data-result]').first()).toBeVisible();
  await field.press('ArrowDown');
  await expect(overlay.locator('[data-result]').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?search=khadi$/);
});

test('the search overlay shows messages for no results and for a failed request', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Search' }).click();
  const overlay = page.getByRole('dialog');
  await overlay.getByRole('searchbox').fill('zzzzzz');
  await expect(overlay.getByText('No results found.')).toBeVisible();
  await page.route('**/public/search/all**', (route) => route.abort());
  await overlay.getByRole('searchbox').fill('kurta');
  await expect(overlay.getByText(/did not respond/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();
});

test('keeps the input from before the search overlay opens', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route(scriptPattern('open-search'), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.goto('/');
  await page.locator('#header-search').click();
  await page.keyboard.type('kur', { delay: 20 });
  const field = page.getByRole('dialog').getByRole('searchbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('ta');
  await expect(field).toHaveValue('kurta');
});

test('corrects a typing mistake, and links to a search for the original term', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 720 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Search' }).click();
  const overlay = page.getByRole('dialog');
  await overlay.getByRole('searchbox').fill('kruta');
  await expect(overlay.getByText('Showing results for kurta.')).toBeVisible();
  const headings = overlay.getByRole('heading', { level: 3 });
  await expect(headings.first()).toHaveText('Products');
  await overlay.getByRole('link', { name: 'Search for “kruta” instead' }).click();
  await expect(page).toHaveURL(/\/search\?search=kruta&exact=true$/);
  await expect(page.getByText('No results found.')).toBeVisible();
});

test('shows a message above similar products if nothing matches, with pictures of the same width', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Search' }).click();
  const overlay = page.getByRole('dialog');
  await overlay.getByRole('searchbox').fill('handkerchief');
  const message = overlay.getByText('Nothing found for handkerchief. These results are similar.');
  await expect(message).toBeVisible();
  const pictures = overlay.locator('[data-result] img');
  await expect(pictures.first()).toBeVisible();
  const widths = await pictures.evaluateAll((images) => images.map((picture) => picture.getBoundingClientRect().width));
  expect(new Set(widths)).toEqual(new Set([48]));
  await overlay.getByRole('searchbox').fill('kurta');
  await expect(message).toBeHidden();
  await page.goto('/search?search=handkerchief');
  const [messageBox, categoriesBox] = await Promise.all([
    page.getByText('Nothing found for handkerchief.').boundingBox(),
    page.getByRole('main').getByText('Categories', { exact: true }).boundingBox(),
  ]);
  expect(messageBox?.y).toBeLessThan(categoriesBox?.y ?? 0);
});

test('the results page sorts by relevance, and keeps a different chosen order', async ({ page }) => {
  await page.goto('/search?search=kurta');
  await expect(page.locator('#sort')).toHaveValue('best');
  await expect(page.locator('#listing h2').first()).toContainText('Kurta');
  await page.locator('#sort').selectOption('latest');
  await expect(page).toHaveURL(/\/search\?search=kurta&sort=latest$/);
});

test('a price in the term is shown as a filter, in the overlay and on the page, and can be removed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Search' }).click();
  const overlay = page.getByRole('dialog');
  await overlay.getByRole('searchbox').fill('under 1000 kurta');
  await expect(overlay.getByText('Showing only: Up to ₹1,000.')).toBeVisible();
  await overlay.getByRole('searchbox').press('Enter');
  await expect(page.getByText('Showing only: Up to ₹1,000.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Remove filter Up to ₹1,000' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all results for “kurta”' }).click();
  await expect(page).toHaveURL(/\/search\?search=kurta$/);
  await expect(page.getByText('Showing only')).toHaveCount(0);
});
