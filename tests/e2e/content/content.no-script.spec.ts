import { expect, test } from '@playwright/test';
import { CONTENT_PAGES } from '../../bench/pages.ts';

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
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('without styles every link and button still says what it is, and no drawing is larger than a picture', async ({
  page,
}) => {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/<style[\s\S]*?<\/style>/g, '') });
  });
  for (const { path } of CONTENT_PAGES) {
    await page.goto(path);
    const silent = await page
      .locator('a, button')
      .evaluateAll((controls) =>
        controls.filter((control) => !control.textContent?.trim()).map((control) => control.outerHTML),
      );
    expect(silent, path).toEqual([]);
    const widths = await page.locator('svg').evaluateAll((drawings) => drawings.map((svg) => svg.clientWidth));
    expect(Math.max(...widths), path).toBeLessThanOrEqual(320);
    const lines = await page.locator('body').innerText();
    expect(lines.split('Free delivery on larger orders').length, `${path}: the line at the top, once`).toBe(2);
  }
});

test('the parts of a long page are listed beside it, or folded above it on a phone', async ({ page }) => {
  await page.goto('/size-guide');
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Children' });
  await expect(link).toBeHidden();
  await page.getByText('On this page').click();
  await expect(link).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/size-guide');
  await expect(link).toBeVisible();
});
