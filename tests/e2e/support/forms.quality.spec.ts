import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { placeDeliveredOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { htmlProblems } from '#support/html-rules.ts';
import { SAMPLE_PDF, samplePng } from '#support/sample-files.ts';

const WIDTHS = [320, 1280];
const PDF = { name: 'me.pdf', mimeType: 'application/pdf', buffer: SAMPLE_PDF };
const PNG = { name: 'me.png', mimeType: 'image/png', buffer: await samplePng(300, 200) };

/** Expects no axe violations, sufficiently large tap targets, and no horizontal overflow at both widths. */
async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const violations = await axeViolations(page, { checksTargetSize: true });
    const problems = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, target })));
    expect(problems, `${state} at ${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${state} at ${width} px`).toBe(width);
  }
}

test('the exchange page and dialog with errors are accessible and fit the window', async ({ page, context }) => {
  const asha = await logInAs(context, 'Asha Rao');
  const order = await placeDeliveredOrder(asha.id, 'bolpur-kantha-bandi');
  await page.goto(`/account/orders/${order}/exchange`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Please specify if you have the original packaging').first()).toBeVisible();
  await page.getByLabel(/^Images/).setInputFiles([PNG, PDF]);
  await expectAccessible(page, 'the page with errors');

  await page.goto(`/account/orders/${order}`, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Request an exchange' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request an exchange' });
  await dialog.getByRole('button', { name: 'Submit request' }).click();
  await dialog.getByLabel(/^Images/).setInputFiles([PNG, PDF]);
  await expect(dialog.getByText('me.pdf is not a valid image file')).toBeVisible();
  await expectAccessible(page, 'the dialog');
});

test('the profile with a rejected and an accepted image is accessible and fits the window', async ({
  page,
  context,
}) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/profile', { waitUntil: 'networkidle' });
  await page.getByLabel('Profile image').setInputFiles([PDF]);
  await expect(page.getByText('Please select a valid image file (JPG, PNG, GIF)')).toBeVisible();
  await expectAccessible(page, 'the rejected image');
  await page.getByLabel('Profile image').setInputFiles([PNG]);
  await expect(page.getByRole('img', { name: 'Your profile' })).toBeVisible();
  await expectAccessible(page, 'the accepted image');
});

test('the login and registration forms with errors are accessible and fit the window', async ({ page }) => {
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('Please enter a valid email address.').first()).toBeVisible();
  await expectAccessible(page, 'the rejected login');
  await page.goto('/register', { waitUntil: 'networkidle' });
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Name must be at least 3 characters long').first()).toBeVisible();
  await expectAccessible(page, 'the rejected registration');
});

test('reviews and the contact form are accessible and fit the window', async ({ page, context }) => {
  for (const path of ['/contact', '/notice/contact'])
    expect(await htmlProblems(await (await context.request.get(path)).text()), path).toEqual([]);
  await page.goto('/contact', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Name is required').first()).toBeVisible();
  await expectAccessible(page, 'the rejected contact message');
  await logInAs(context, 'Asha Rao');
  await page.goto('/products/bhujodi-windowpane-overshirt/reviews', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText('Please select a rating.').first()).toBeVisible();
  await expectAccessible(page, 'all reviews');
  await page.goto('/account/reviews');
  await expectAccessible(page, 'my reviews');
});
