import { expect, type Page, test } from '@playwright/test';
import { firstCheckbox, productCount } from '#support/e2e-listing.ts';

// Pictures are blocked, because each picture is encoded when first requested, which delays the list on a busy machine.
test.beforeEach(({ page }) => page.route('**/pictures/**', (route) => route.abort()));

test.describe('the filter panel on a phone', () => {
  test('opens, counts the matching products, and leads to the list', async ({ page }) => {
    await page.goto('/products');
    await page.locator('[data-open-filter]').click();
    await expect(page.locator('[data-filter-panel]')).toBeVisible();
    await expect(page).toHaveURL(/open_filter=true/);
    const totalCount = await productCount(page);
    await (await firstCheckbox(page, 'brand')).check();
    await expect.poll(() => productCount(page)).toBeLessThan(totalCount);
    const showButton = page.getByRole('button', { name: /^Show \d+ product/ });
    await expect(showButton).toHaveText(await expectedButtonText(page));
    await showButton.click();
    await expect(page.locator('[data-filter-panel]')).toBeHidden();
    await expect(page).not.toHaveURL(/open_filter/);
    await expect(page).toHaveURL(/brand=/);
    await expect(page.locator('[data-open-filter]')).toBeFocused();
  });

  test('is closed by Back, and adds one history entry regardless of how many filters are selected', async ({
    page,
  }) => {
    await page.goto('/products?category=women');
    const totalCount = await productCount(page);
    const historyLength = () => page.evaluate(() => history.length);
    const panel = page.locator('[data-filter-panel]');
    const lengthBefore = await historyLength();
    await page.locator('[data-open-filter]').click();
    await expect.poll(historyLength).toBe(lengthBefore + 1);
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/category=women$/);
    await page.locator('[data-open-filter]').click();
    await panel.getByRole('link', { name: 'Close filters' }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/category=women$/);
    await expect(page.locator('[data-open-filter]')).toBeFocused();
    await page.locator('[data-open-filter]').click();
    const sizes = page.locator('[data-facet="size"] label');
    for (const index of [0, 1, 2]) {
      const previousUrl = page.url();
      await sizes.nth(index).click();
      await expect.poll(() => page.url()).not.toBe(previousUrl);
    }
    await page.getByRole('button', { name: /^Show \d+ product/ }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/size=/);
    await expect(page).not.toHaveURL(/open_filter/);
    expect(await historyLength()).toBe(lengthBefore + 1);
    await page.goBack();
    await expect(page).toHaveURL(/category=women$/);
    await expect.poll(() => productCount(page)).toBe(totalCount);
    await expect(panel).toBeHidden();
  });

  test('is closed by Back after a filter is selected, and the previous list is shown again', async ({ page }) => {
    await page.goto('/products');
    const totalCount = await productCount(page);
    await page.locator('[data-open-filter]').click();
    await page.locator('[data-facet="size"] label').first().click();
    await expect(page).toHaveURL(/size=/);
    await page.goBack();
    await expect(page.locator('[data-filter-panel]')).toBeHidden();
    await expect(page).toHaveURL(/\/products$/);
    await expect.poll(() => productCount(page)).toBe(totalCount);
    await expect(page.locator('[data-open-filter]')).toBeFocused();
    await page.goForward();
    await expect(page.locator('[data-filter-panel]')).toBeVisible();
    await expect.poll(() => productCount(page)).toBeLessThan(totalCount);
  });

  test('traps the focus, and Escape returns the focus to the button', async ({ page }) => {
    await page.goto('/products');
    await page.locator('[data-open-filter]').click();
    const isInside = () =>
      page.evaluate(
        () =>
          document.activeElement?.closest('[data-filter-panel]') !== null || document.activeElement === document.body,
      );
    await expect(page.getByRole('link', { name: 'Close filters' })).toBeFocused();
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press('Shift+Tab');
      expect(await isInside()).toBe(true);
    }
    await page.getByRole('button', { name: /^Show \d+ product/ }).focus();
    for (let presses = 0; presses < 3; presses++) {
      await page.keyboard.press('Tab');
      expect(await isInside()).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-filter-panel]')).toBeHidden();
    await expect(page.locator('[data-open-filter]')).toBeFocused();
  });

  test('opens from the menu and keeps the category', async ({ page }) => {
    await page.goto('/products?category=women');
    const totalCount = await productCount(page);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.locator('#mobile-menu').getByRole('link', { name: 'Filter' }).click();
    await expect(page.locator('[data-filter-panel]')).toBeVisible();
    await expect(page.locator('#mobile-menu')).toBeHidden();
    await expect(page).toHaveURL(/category=women&open_filter=true/);
    expect(await productCount(page)).toBe(totalCount);
    await page.goBack();
    await expect(page.locator('[data-filter-panel]')).toBeHidden();
    await expect(page).toHaveURL(/category=women$/);
  });

  test('deselects a filter and keeps the count on the button if the list can’t be loaded', async ({
    page,
    context,
  }) => {
    await page.goto('/products');
    const showButton = page.getByRole('button', { name: /^Show \d+ product/ });
    await page.locator('[data-open-filter]').click();
    const textBefore = await showButton.textContent();
    await context.setOffline(true);
    const box = page.locator('[data-facet="size"]').getByRole('checkbox').first();
    await page.locator('[data-facet="size"] label').first().click();
    await expect(page.getByText('The list could not be loaded.')).toBeVisible();
    await expect(box).not.toBeChecked();
    await expect(showButton).toHaveText(textBefore ?? '');
    await expect(showButton).not.toHaveAttribute('aria-busy', 'true');
    await context.setOffline(false);
    await showButton.click();
    await expect(page.locator('[data-filter-panel]')).toBeHidden();
    await expect(page).toHaveURL(/\/products$/);
  });
});

async function expectedButtonText(page: Page): Promise<string> {
  return `Show ${await page.locator('[data-listing]').getAttribute('data-count-text')}`;
}
