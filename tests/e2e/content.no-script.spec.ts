import { expect, test } from '@playwright/test';

test('a link to a question unfolds it', async ({ page }) => {
  await page.goto('/faq#will-the-colour-run');
  await expect(page.locator('#will-the-colour-run')).toBeInViewport();
  await page.goto('/faq?question=how-can-i-pay');
  await expect(page.locator('#how-can-i-pay')).toBeVisible();
});

test('the questions can be searched', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('main').getByRole('searchbox').fill('invoice');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/q=invoice/);
  await expect(page.getByText('Will I get a GST invoice?')).toBeVisible();
});

test('posts are read from the home page on', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').locator('a[href^="/blogs/"]').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /wa\.me/);
});

test('the contact form is sent and says what came of it', async ({ page }) => {
  await page.goto('/contact');
  const section = page.getByRole('region', { name: 'Get In Touch' });
  await section.getByLabel('Name', { exact: true }).fill('Asha Rao');
  await section.getByLabel('Mobile', { exact: true }).fill('98765');
  await section.getByLabel('Email', { exact: true }).fill('asha@example.in');
  await section.getByLabel('Message', { exact: true }).fill('Do you dye to order?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await section.getByLabel('Mobile', { exact: true }).fill('9876543210');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Contact submitted successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});
