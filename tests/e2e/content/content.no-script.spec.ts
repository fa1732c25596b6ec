import { expect, test } from '@playwright/test';
import { CONTENT_PAGES } from '../../bench/pages.ts';

test('opens the question to which a link leads', async ({ page }) => {
  await page.goto('/faq#will-the-colour-run');
  await expect(page.locator('#will-the-colour-run')).toBeInViewport();
  await page.goto('/faq?question=how-can-i-pay');
  await expect(page.locator('#how-can-i-pay')).toBeVisible();
});

test('searches the questions', async ({ page }) => {
  await page.goto('/faq');
  await page.getByRole('main').getByRole('searchbox').fill('invoice');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/q=invoice/);
  await expect(page.getByText('Will I get a GST invoice?')).toBeVisible();
});

test('opens an article from the home page, with a link to share it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').locator('a[href^="/blogs/"]').first().click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /wa\.me/);
});

test('submits the contact form and shows the result', async ({ page }) => {
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

test('without styles, links and buttons have text, icons fit into 320 px, and the marquee text appears once', async ({
  page,
}) => {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/<style[\s\S]*?<\/style>/g, '') });
  });
  for (const { path } of CONTENT_PAGES) {
    await page.goto(path);
    const controlsWithoutText = await page
      .locator('a, button')
      .evaluateAll((controls) =>
        controls.filter((control) => !control.textContent?.trim()).map((control) => control.outerHTML),
      );
    expect(controlsWithoutText, path).toEqual([]);
    const widths = await page.locator('svg').evaluateAll((drawings) => drawings.map((svg) => svg.clientWidth));
    expect(Math.max(...widths), path).toBeLessThanOrEqual(320);
    const pageText = await page.locator('body').innerText();
    expect(pageText.split('Free delivery on larger orders').length, `${path}: the marquee, once`).toBe(2);
  }
});

test('lists the sections of a long page next to the text, or in a collapsed list above the text on a phone', async ({
  page,
}) => {
  await page.goto('/size-guide');
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Children' });
  await expect(link).toBeHidden();
  await page.getByText('On this page').click();
  await expect(link).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/size-guide');
  await expect(link).toBeVisible();
});
