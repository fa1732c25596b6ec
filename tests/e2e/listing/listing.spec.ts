import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { holdScripts } from '#support/built-scripts.ts';
import { firstCheckbox, productCount } from '#support/e2e-listing.ts';

// Pictures are blocked, because each picture is encoded when first requested, which delays the list on a busy machine.
test.beforeEach(({ page }) => page.route('**/pictures/**', (route) => route.abort()));

test.describe('in a wide window', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a selected filter updates the list and the address without loading the page, and Back removes it', async ({
    page,
  }) => {
    await page.goto('/products');
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    const totalCount = await productCount(page);
    const box = await firstCheckbox(page, 'material');
    await box.check();
    await expect(page).toHaveURL(/material=/);
    await expect.poll(() => productCount(page)).toBeLessThan(totalCount);
    await expect(box).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/products$/);
    await expect.poll(() => productCount(page)).toBe(totalCount);
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  });

  test('the price slider snaps to its steps, and the full range is left out of the address', async ({ page }) => {
    await page.goto('/products?page=2');
    await expect(page.locator('[data-price] select').first()).toBeHidden();
    const priceText = page.locator('[data-price-words]');
    await expect(priceText).toHaveText('Any price');
    await page.getByRole('slider', { name: 'Lowest price' }).press('ArrowRight');
    await expect(priceText).toHaveText('₹2,500 to ₹10,000');
    await expect(page).toHaveURL(/minprice=2500&maxprice=10000/);
    await expect(page).not.toHaveURL(/page=/);
    await expect(page.getByRole('link', { name: 'Remove filter ₹2,500 to ₹10,000' })).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Lowest price' })).toBeFocused();
    await page.getByRole('slider', { name: 'Lowest price' }).press('ArrowLeft');
    await expect(page).not.toHaveURL(/price/);
    await expect(priceText).toHaveText('Any price');
  });

  test('the slider, the filter chip and the list agree if one limit of the range has its default value', async ({
    page,
    request,
  }) => {
    await page.goto('/products');
    const highestSlider = page.getByRole('slider', { name: 'Highest price' });
    await highestSlider.press('ArrowLeft');
    await expect(page).toHaveURL(/minprice=1000&maxprice=5000/);
    await expect(page.locator('[data-price-words]')).toHaveText('₹1,000 to ₹5,000');
    await expect(page.getByRole('link', { name: 'Remove filter ₹1,000 to ₹5,000' })).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Lowest price' })).toHaveAttribute('aria-valuetext', '₹1,000');
    await expect(highestSlider).toHaveAttribute('aria-valuetext', '₹5,000');
    const { data } = await (await request.get('/public/product?sort=lowtohigh&minprice=1000&maxprice=5000')).json();
    expect(await productCount(page)).toBe(data.total);
    expect(data.data[0].min_max?.min ?? data.data[0].price).toBeGreaterThanOrEqual(1000);
  });

  test('a price below the slider’s range is a separate choice', async ({ page }) => {
    await page.goto('/products');
    const totalCount = await productCount(page);
    const underLink = page.getByRole('link', { name: /^Under ₹1,000/ });
    const expectedCount = Number((await underLink.textContent())?.match(/\d+$/)?.[0]);
    expect(expectedCount).toBeGreaterThan(0);
    await underLink.click();
    await expect(page).toHaveURL(/\?maxprice=999\.99$/);
    await expect.poll(() => productCount(page)).toBe(expectedCount);
    await expect(page.locator('[data-price-words]')).toHaveText('Under ₹1,000');
    await expect(page.getByRole('link', { name: 'Remove filter Under ₹1,000' })).toBeVisible();
    // Moving a thumb of the slider clears the separate choice.
    await page.getByRole('slider', { name: 'Highest price' }).press('ArrowRight');
    await expect(page).toHaveURL(/minprice=1000&maxprice=2500/);
    await page.getByRole('link', { name: /^Under ₹1,000/ }).click();
    await expect(page).toHaveURL(/\?maxprice=999\.99$/);
    await page.locator('[data-facet="price"] [aria-current]').click();
    await expect(page).toHaveURL(/\/products$/);
    await expect.poll(() => productCount(page)).toBe(totalCount);
  });

  test('selecting a subcategory narrows the category', async ({ page }) => {
    await page.goto('/products?category=women');
    const womenCount = await productCount(page);
    const subcategoryBox = page.locator('[data-facet="category-women"]').getByRole('checkbox').first();
    const count = Number(await subcategoryBox.locator('xpath=..').locator('i').textContent());
    await subcategoryBox.check();
    await expect(page).toHaveURL(/category=women,women-/);
    await expect.poll(() => productCount(page)).toBe(count);
    expect(count).toBeLessThan(womenCount);
    await expect(
      page.locator('[data-facet="category"]').getByRole('checkbox', { name: 'Women', exact: false }).first(),
    ).toBeChecked();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Women');
  });

  test('opens the first three filter groups and the groups in use', async ({ page }) => {
    await page.goto('/products');
    expect(await readOpenGroups(page)).toEqual(['category', 'price', 'size']);
    const box = await firstCheckbox(page, 'color');
    const value = await box.getAttribute('value');
    await page.goto(`/products?color=${value}`);
    expect(await readOpenGroups(page)).toEqual(['category', 'price', 'size', 'color']);
  });

  test('shows twelve cards, and keeps the sort order and the filter chips visible while scrolling', async ({
    page,
  }) => {
    await page.goto('/products?category=women');
    const cards = page.locator('[data-results] article');
    expect(await cards.count()).toBe(12);
    await cards.last().scrollIntoViewIfNeeded();
    const header = await page.locator('body > header').boundingBox();
    for (const part of [page.getByLabel('Sort by'), page.getByRole('link', { name: /^Remove filter/ })]) {
      await expect(part).toBeInViewport();
      expect((await part.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    }
  });

  test('sorting returns to page 1, and keeps a filter that was selected just before', async ({ page }) => {
    await page.goto('/products?page=2');
    await page.locator('[data-facet="size"]').getByRole('checkbox').first().check();
    await page.getByLabel('Sort by').selectOption('hightolow');
    await expect(page).toHaveURL(/size=[^&]+&sort=hightolow/);
    await expect(page).not.toHaveURL(/page=/);
  });

  // The tests are separate, because a tab's second page may get the script from the memory cache, bypassing `route`.
  const choices = {
    sort: (page: Page) => page.getByLabel('Sort by').selectOption('lowtohigh'),
    material: async (page: Page) => (await firstCheckbox(page, 'material')).check(),
  };
  for (const [name, choose] of Object.entries(choices))
    test(`applies a choice of ${name} that was made before hydration`, async ({ page }) => {
      const releaseScript = await holdScripts(page, 'Listing');
      await page.goto('/products', { waitUntil: 'commit' });
      await choose(page);
      await expect(page).toHaveURL(/\/products$/);
      releaseScript();
      await expect(page).toHaveURL(new RegExp(`${name}=`));
      await page.goBack();
      await expect(page).toHaveURL(/\/products$/);
    });

  test('the order “Top selling” is `filter=top_sale` in the address, and shown in the select box and heading', async ({
    page,
  }) => {
    const sortSelect = page.getByLabel('Sort by');
    await page.goto('/products');
    await sortSelect.selectOption('Top selling');
    await expect(page).toHaveURL(/\/products\?filter=top_sale$/);
    await page.goto('/products?filter=top_sale');
    await expect(sortSelect).toHaveValue('top_sale');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Top sellers');
    await (await firstCheckbox(page, 'material')).check();
    await expect(page).toHaveURL(/filter=top_sale&material=|material=.*&filter=top_sale/);
    await sortSelect.selectOption('lowtohigh');
    await expect(page).toHaveURL(/sort=lowtohigh/);
    await expect(page).not.toHaveURL(/top_sale/);
    await page.goto('/products?filter=top_sale&sort=hightolow');
    await expect(sortSelect).toHaveValue('hightolow');
  });

  test('keeps the list and shows a message if a new list can’t be loaded', async ({ page, context }) => {
    await page.goto('/products');
    const totalCount = await productCount(page);
    await context.setOffline(true);
    const box = page.locator('[data-facet="size"]').getByRole('checkbox').first();
    await box.check();
    await expect(page.getByText('The list could not be loaded.')).toBeVisible();
    await expect(box).not.toBeChecked();
    expect(await productCount(page)).toBe(totalCount);
    await expect(page).toHaveURL(/\/products$/);
    await page.getByRole('slider', { name: 'Lowest price' }).press('ArrowRight');
    await expect(page.locator('[data-price-words]')).toHaveText('₹2,500 to ₹10,000');
    await expect(page.locator('[data-price-words]')).toHaveText('Any price');
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/\/products$/);
    await context.setOffline(false);
    await box.check();
    await expect(page).toHaveURL(/size=/);
    await expect.poll(() => productCount(page)).toBeLessThan(totalCount);
  });
});

test('unknown and malformed values in the address never cause an error', async ({ page }) => {
  for (const query of [
    'category=nope',
    'page=-1',
    'page=99999',
    'minprice=abc&maxprice=1e9',
    'sort=%00',
    `brand=${'x'.repeat(900)}`,
    'size=m&size=l&color=a,b,,c',
  ]) {
    const response = await page.goto(`/products?${query}`);
    expect(response?.status(), query).toBe(200);
  }
  await page.goto('/products?category=nope');
  await expect(page.getByText('No products match these filters')).toBeVisible();
});

test('axe finds no problems on the listing with its filters open', async ({ page }) => {
  await page.goto('/products?open_filter=true');
  const violations = await axeViolations(page);
  expect(violations).toEqual([]);
});

function readOpenGroups(page: Page): Promise<(string | null)[]> {
  const groups = page.locator('[data-filter-form] > details[open]');
  return groups.evaluateAll((elements) => elements.map((group) => group.getAttribute('data-facet')));
}
