import { expect, type Page, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { readCode, readMails } from '#support/mailbox.ts';

const emailField = (page: Page) => page.getByRole('main').getByLabel('Email', { exact: true });
const codeField = (page: Page) => page.getByRole('main').getByLabel('Code');

test('without JavaScript, a reload or another visit shows the code form again without sending a second code', async ({
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
  await expect(codeField(page)).toBeVisible();
  await expect.poll(() => readCode(origin, email)).toMatch(/^\d{4}$/);
  const mailCount = (await readMails(origin, email)).length;
  await page.reload();
  await expect(codeField(page)).toBeVisible();
  for (const path of ['/login', '/login?next=/account/orders']) {
    await page.goto(path);
    await expect(codeField(page)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(email);
  }
  await page.goBack();
  await page.goForward();
  expect((await readMails(origin, email)).length).toBe(mailCount);

  await page.getByRole('link', { name: 'Use another address' }).click();
  await expect(emailField(page)).toBeVisible();
  await page.goto('/login?next=/account/orders');
  await codeField(page).fill(await readCode(origin, email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/account\/orders$/);
});

test('without JavaScript, the terms open in a new tab, and the registration form keeps its input', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('Name').fill('Asha Rao');
  const terms = page.waitForEvent('popup');
  await page.getByRole('main').getByRole('link', { name: 'terms and conditions' }).click();
  await expect(await terms).toHaveURL(/\/terms-conditions$/);
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao');
});
