import { expect, type Page, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { readCode, readMails } from '#support/mailbox.ts';

const newEmail = () => `continued-login-${process.pid}-${Date.now()}@example.in`;
const emailField = (page: Page) => page.getByRole('main').getByLabel('Email', { exact: true });
const firstDigit = (page: Page) => page.getByLabel('Digit 1 of 4');

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Name').fill('Asha Rao');
  await emailField(page).fill(email);
  await page.getByLabel('Mobile').fill('9876543210');
}

test('continues a login after a reload and in another tab without a second code', async ({
  page,
  context,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const { email } = await logInAs(context, 'Asha Rao');
  await context.clearCookies();
  await page.goto('/login?next=/account/orders');
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(firstDigit(page)).toBeFocused();
  await expect.poll(() => readCode(origin, email)).toMatch(/^\d{4}$/);
  const mailCount = (await readMails(origin, email)).length;
  for (let n = 0; n < 2; n++) {
    await page.reload();
    await expect(firstDigit(page)).toBeFocused();
    await expect(page.getByRole('main')).toContainText(email);
  }
  const secondTab = await context.newPage();
  await secondTab.goto('/login');
  await expect(firstDigit(secondTab)).toBeFocused();
  await secondTab.close();
  await page.goto('/faq');
  await page.goBack();
  await expect(firstDigit(page)).toBeFocused();
  expect((await readMails(origin, email)).length).toBe(mailCount);
  await firstDigit(page).fill(await readCode(origin, email));
  await expect(page).toHaveURL(/\/account\/orders$/);
});

test('returns to the email form on request, and shows that form again after a reload', async ({ page, context }) => {
  const { email } = await logInAs(context, 'Asha Rao');
  await context.clearCookies();
  await page.goto('/login');
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(firstDigit(page)).toBeFocused();
  await page.reload();
  await page.getByRole('link', { name: 'Use another address' }).click();
  await expect(emailField(page)).toBeVisible();
  await page.reload();
  await expect(emailField(page)).toBeVisible();
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(firstDigit(page)).toBeFocused();
  await page.reload();
  await expect(firstDigit(page)).toBeFocused();
});

test('continues a registration after the terms are read and after reloads', async ({ page, baseURL }) => {
  const email = newEmail();
  await fillRegistration(page, email);
  await page.getByLabel('I accept the').check();
  const terms = page.getByRole('main').getByRole('link', { name: 'terms and conditions' });
  await expect(terms, 'the form is hydrated').not.toHaveAttribute('target');
  await terms.click();
  await expect(page).toHaveURL(/\/terms-conditions$/);
  await page.goBack();
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Mobile')).toHaveValue('9876543210');
  await expect(page.getByLabel('I accept the')).toBeChecked();
  await page.reload();
  await expect(emailField(page)).toHaveValue(email);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(firstDigit(page)).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  await expect.poll(() => readCode(baseURL ?? '', email)).toMatch(/^\d{4}$/);
  await firstDigit(page).fill(await readCode(baseURL ?? '', email));
  await expect(page).toHaveURL(/\/account\/dashboard$/);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('continues a login in the dialog after a reload of the page', async ({ page, context, baseURL }) => {
  const { email } = await logInAs(context, 'Asha Rao');
  await context.clearCookies();
  await page.goto('/products');
  const wishlistButton = page.locator('[data-wishlist] button').first();
  await wishlistButton.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill(email);
  await dialog.getByRole('button', { name: 'Send me a code' }).click();
  await expect(firstDigit(page)).toBeFocused();
  await page.reload();
  await wishlistButton.click();
  await expect(firstDigit(page)).toBeFocused();
  await expect.poll(() => readCode(baseURL ?? '', email)).toMatch(/^\d{4}$/);
  await firstDigit(page).fill(await readCode(baseURL ?? '', email));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(wishlistButton).toHaveAttribute('data-member', '');
});
