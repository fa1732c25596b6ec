import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

test.describe('on a wide page', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a tick changes list, counts and address without loading the page, and Back brings it all back', async ({
    page,
  }) => {
    await page.goto('/products');
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    const before = await countOf(page);
    const box = page.locator('[data-facet="material"]').getByRole('checkbox').first();
    await box.check();
    await expect(page).toHaveURL(/material=/);
    await expect.poll(() => countOf(page)).toBeLessThan(before);
    await expect(page.locator('[data-facet="material"]').getByRole('checkbox').first()).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/products$/);
    await expect.poll(() => countOf(page)).toBe(before);
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  });

  test('the price slider snaps to its steps, and the whole range means no price in the address', async ({ page }) => {
    await page.goto('/products?page=2');
    await page.getByRole('slider', { name: 'Lowest price' }).press('ArrowRight');
    await expect(page).toHaveURL(/minprice=2500/);
    await expect(page).not.toHaveURL(/page=/);
    await expect(page.getByRole('link', { name: /₹2,500 and above/ })).toBeVisible();
    await page.getByRole('slider', { name: 'Lowest price' }).press('ArrowLeft');
    await expect(page).not.toHaveURL(/price/);
  });

  test('sorting resets the page to 1', async ({ page }) => {
    await page.goto('/products?page=2');
    await page.getByLabel('Sort by').selectOption('hightolow');
    await expect(page).toHaveURL(/sort=hightolow/);
    await expect(page).not.toHaveURL(/page=/);
  });
});

test('on a phone the filter panel opens, counts, and shows', async ({ page }) => {
  await page.goto('/products');
  await page.locator('[data-open-filter]').click();
  await expect(page.locator('[data-filter-panel]')).toBeVisible();
  await expect(page).toHaveURL(/open_filter=true/);
  await page.locator('[data-facet="brand"]').getByRole('checkbox').first().check();
  const show = page.getByRole('button', { name: /^Show \d+ product/ });
  await expect.poll(async () => (await show.textContent())?.trim()).toBe(await showText(page));
  await show.click();
  await expect(page.locator('[data-filter-panel]')).toBeHidden();
  await expect(page).not.toHaveURL(/open_filter/);
});

test('unknown and malformed values never break the list', async ({ page }) => {
  for (const query of [
    'category=nope',
    'page=-1',
    'page=99999',
    'minprice=abc&maxprice=1e9',
    'sort=%00',
    `brand=${'x'.repeat(900)}`,
    'size=m&size=l&color=a,b,,c',
  ]) {
    const answer = await page.goto(`/products?${query}`);
    expect(answer?.status(), query).toBe(200);
  }
  await page.goto('/products?category=nope');
  await expect(page.getByText('Nothing fits all of that together')).toBeVisible();
});

test('axe finds nothing on the listing with filters open', async ({ page }) => {
  await page.goto('/products?open_filter=true');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
});

async function countOf(page: Page): Promise<number> {
  return Number.parseInt((await page.locator('[data-listing]').getAttribute('data-count-text')) ?? '', 10);
}

async function showText(page: Page): Promise<string> {
  return `Show ${await page.locator('[data-listing]').getAttribute('data-count-text')}`;
}
