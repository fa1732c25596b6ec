import { expect, test } from '@playwright/test';

test.use({ viewport: { width: 1280, height: 800 } });

test('links in closed submenus are not tab stops, and a separate button opens each submenu', async ({ page }) => {
  await page.route('**/pictures/**', (route) => route.abort());
  await page.goto('/');
  const isInPanel = () => page.evaluate(() => document.activeElement?.closest('.mega-panel') !== null);
  const searchBox = page.getByRole('searchbox', { name: 'Search' });
  const tabStops: boolean[] = [];
  while (!(await searchBox.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab');
    tabStops.push(await isInPanel());
    expect(tabStops.length, 'tab stops before the search field').toBeLessThan(30);
  }
  expect(tabStops).not.toContain(true);

  const toggle = page.locator('summary[aria-label="More in Women"]');
  const link = page.locator('.mega-panel').first().getByRole('link').first();
  await toggle.focus();
  await expect(link).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeHidden();
  await page.locator('.mega-item').first().hover();
  await expect(link).toBeVisible();
});
