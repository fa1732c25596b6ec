import { expect, test } from '@playwright/test';

test('a size in the term is a filter that can be removed', async ({ page }) => {
  await page.goto('/search?search=Cotton+Kurta+Women+Large');
  await expect(page.getByText('Showing only: size L.')).toBeVisible();
  await page.getByRole('link', { name: 'Remove filter L' }).click();
  await expect(page).toHaveURL(/\/search\?search=Cotton\+Kurta\+Women$/);
  await expect(page.getByText('Showing only')).toHaveCount(0);
});

test('a term of nothing but a price shows all goods at it', async ({ page }) => {
  await page.goto('/search?search=under+500');
  await expect(page.getByText('Showing only: Up to ₹500.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});

test('goods that the shop does not sell are named above what it shows instead', async ({ page }) => {
  await page.goto('/search?search=soft+toys+for+baby');
  await expect(page.getByText('Nothing found for soft toys. These results are similar.')).toBeVisible();
  await expect(page.getByText('These come closest')).toHaveCount(0);
});
