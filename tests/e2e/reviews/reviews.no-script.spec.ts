import { expect, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';

const SLUG = 'bhujodi-windowpane-overshirt';

test('reviews are read, sorted, written, edited and deleted with links and forms', async ({ page, context }) => {
  await page.goto(`/products/${SLUG}#reviews`);
  await expect(page.locator('#reviews .review')).toHaveCount(2);
  await page.getByRole('link', { name: 'All reviews' }).click();
  await expect(page).toHaveURL(new RegExp(`/products/${SLUG}/reviews$`));
  await page.getByRole('link', { name: 'Best rating' }).click();
  await expect(page).toHaveURL(/sort=highest/);
  await page.getByRole('radio', { name: '5 out of 5 stars' }).check();
  await page.getByRole('textbox', { name: 'Your review' }).fill('Good checks');
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page).toHaveURL(/\/login\?next=/);

  await logInAs(context, 'Noor');
  await page.goto(`/products/${SLUG}/reviews`);
  await page.getByRole('radio', { name: '5 out of 5 stars' }).check();
  await page.getByRole('textbox', { name: 'Your review' }).fill('Good checks');
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText('Review submitted successfully.')).toBeVisible();

  await page.goto(`/product/${SLUG}?editreview=1`);
  await expect(page).toHaveURL(new RegExp(`/products/${SLUG}[?]editreview=1$`));
  await expect(page.locator('#reviews .review').first()).toBeVisible();
  await expect(page.locator('#description')).toBeHidden();
  await page.getByRole('link', { name: 'Edit your review' }).click();
  const text = page.getByRole('textbox', { name: 'Your review' });
  await expect(text).toHaveValue('Good checks');
  await expect(page.getByRole('radio', { name: '5 out of 5 stars' })).toBeChecked();
  await text.fill('Good checks, short sleeves');
  await page.getByRole('button', { name: 'Save review' }).click();
  await page.goto('/account/reviews');
  await expect(page.locator('.review-text')).toHaveText('Good checks, short sleeves');
  await page.getByRole('link', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm Deletion');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/account\/reviews$/);
  await expect(page.getByText('No reviews yet')).toBeVisible();
});
