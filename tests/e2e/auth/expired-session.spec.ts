import { expect, type Page, test } from '@playwright/test';
import { scriptPattern } from '#support/built-scripts.ts';
import {
  CUSTOMER_FORMS,
  expectInputKept,
  fillThenExpire,
  ROUTES_OF_CUSTOMER_FORMS,
  sendButton,
} from '#support/customer-forms.ts';
import { readCode } from '#support/mailbox.ts';

test('the tests below cover all forms for customers', () => {
  expect(CUSTOMER_FORMS.map(({ route }) => route).sort()).toEqual(ROUTES_OF_CUSTOMER_FORMS);
});

async function logIn(page: Page, origin: string, email: string): Promise<void> {
  const login = page.getByRole('dialog', { name: 'Login' });
  await login.getByLabel('Email').fill(email);
  await login.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
  await expect.poll(() => readCode(origin, email)).toMatch(/^\d{4}$/);
  await page.keyboard.type(await readCode(origin, email), { delay: 30 });
}

for (const form of CUSTOMER_FORMS)
  test(`keeps a form’s input if the session ends while the form is open: ${form.route}`, async ({ page, baseURL }) => {
    const { email } = await fillThenExpire(page, form, true);
    const button = sendButton(page, form);
    await button.click();
    const login = page.getByRole('dialog', { name: 'Login' });
    await expect(login.getByText('What you wrote is kept')).toBeVisible();
    expect((await login.boundingBox())?.height, 'the dialog has its styles').toBeLessThan(600);
    await page.keyboard.press('Escape');
    await expect(login).toHaveCount(0);
    await expectInputKept(page, form);
    await button.click();
    await logIn(page, baseURL ?? '', email);
    await expect(page.getByText(form.successMessage).first()).toBeVisible();
  });

test('does not save anything in the account of another customer who logs in', async ({ page, baseURL }) => {
  const [profile] = CUSTOMER_FORMS;
  if (!profile) throw new Error('no form');
  await fillThenExpire(page, profile, true);
  const otherEmail = `other-${Date.now()}@example.in`;
  const registration = { name: 'Other Person', email: otherEmail, mobile: '9876543210', termsAndCondtion: true };
  const headers = { origin: baseURL ?? '' };
  await page.request.post('/auth/customer/register', { data: registration, headers });
  await expect.poll(() => readCode(baseURL ?? '', otherEmail)).toMatch(/^\d{4}$/);
  await page.request.post('/auth/customer/verify', {
    data: { email: otherEmail, otp: await readCode(baseURL ?? '', otherEmail) },
    headers,
  });
  await page.context().clearCookies();
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await logIn(page, baseURL ?? '', otherEmail);
  await expect(page.getByText('You are logged in to another account now.').first()).toBeVisible();
  await page.goto('/account/profile');
  await expect(page.getByRole('definition').first()).toHaveText('Other Person');
});

test('keeps the form unchanged if the login dialog can’t be loaded', async ({ page }) => {
  const [profile] = CUSTOMER_FORMS;
  if (!profile) throw new Error('no form');
  await fillThenExpire(page, profile, true);
  await page.route(scriptPattern('open-login'), (route) => route.abort());
  await sendButton(page, profile).click();
  await expect(page.getByText('Please log in to continue.').first()).toBeVisible();
  await expect(sendButton(page, profile)).toBeEnabled();
  await expectInputKept(page, profile);
});
