import { expect, test } from '@playwright/test';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { dobRange, PROFILE_MESSAGES, PROFILE_SAVED } from '#lib/sales/account/profile.ts';
import { axeViolations } from '#support/axe.ts';
import { logInAs } from '#support/e2e-customer.ts';

test.beforeEach(async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/profile');
});

test('opens and saves the profile form with Enter, and shows the saved values', async ({ page }) => {
  await page.getByRole('link', { name: 'Edit', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').fill('आशा राव');
  await page.getByLabel('Gender').selectOption('Female');
  await page.getByLabel('Date of birth').fill('1990-02-28');
  await expect(page.getByRole('main').getByLabel('Email', { exact: true })).toBeDisabled();
  await page.getByLabel('Mobile').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(PROFILE_SAVED)).toBeVisible();
  await expect(page.getByText('28 February 1990')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('definition').first()).toHaveText('आशा राव');
});

test('shows an error for each invalid value in the profile, and saves none of them', async ({ page }) => {
  await page.goto('/account/profile?edit=1');
  await page.getByLabel('Name').click();
  const { min, max } = dobRange(Date.now());
  const dayAfterMax = new Date(Date.parse(max) + DAY_MS).toISOString().slice(0, 10);
  const dayBeforeMin = new Date(Date.parse(min) - DAY_MS).toISOString().slice(0, 10);
  for (const [label, value, message] of [
    ['Name', '', PROFILE_MESSAGES.nameRequired],
    ['Name', 'A', PROFILE_MESSAGES.nameLength],
    ['Name', 'Asha 2', PROFILE_MESSAGES.nameLetters],
    ['Mobile', '987654321', PROFILE_MESSAGES.mobile],
    ['Date of birth', dayAfterMax, PROFILE_MESSAGES.tooYoung],
    ['Date of birth', dayBeforeMin, PROFILE_MESSAGES.tooOld],
  ] as const) {
    const field = page.getByLabel(label);
    const validValue = await field.inputValue();
    await field.fill(value);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toBeFocused();
    await field.fill(validValue);
  }
  await expect(page.getByLabel('Name')).toHaveAttribute('maxlength', '35');
  await page.getByLabel('Mobile').fill('98765432109');
  await expect(page.getByLabel('Mobile')).toHaveValue('9876543210');
  await expect(page.getByLabel('Date of birth')).toHaveAttribute('min', min);
  await expect(page.getByLabel('Date of birth')).toHaveAttribute('max', max);
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao');
});

test('axe finds no problems on the main pages of the account, and no page scrolls horizontally', async ({ page }) => {
  for (const path of [
    'dashboard',
    'orders',
    'address',
    'wishlist',
    'profile',
    'profile?edit=1',
    'reviews',
    'support-ticket',
  ]) {
    await page.goto(`/account/${path}`);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeViolations(page, { checksTargetSize: true }), `${path} at ${width} px`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
    }
  }
});

test('account pages show visitors “Login / register” with status 401', async ({ page, context }) => {
  await context.clearCookies();
  for (const path of ['dashboard', 'orders', 'address', 'wishlist', 'profile', 'reviews', 'support-ticket']) {
    const response = await page.goto(`/account/${path}`);
    expect(response?.status(), path).toBe(401);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login / register');
    const login = page.getByRole('main').getByRole('link', { name: 'Login' });
    await expect(login).toHaveAttribute('href', `/login?next=${encodeURIComponent(`/account/${path}`)}`);
  }
});
