import { expect, test } from '@playwright/test';
import { readCode } from '#support/mailbox.ts';

test('without JavaScript, a visitor registers, logs out, and logs in after a wrong code to the requested page', async ({
  page,
  baseURL,
}) => {
  const email = `plain-${process.pid}-${Date.now()}@example.in`;
  const code = async () => {
    await expect.poll(() => readCode(baseURL ?? '', email)).toMatch(/^\d{4}$/);
    return readCode(baseURL ?? '', email);
  };
  await page.goto('/register');
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await expect(page.getByText('OTP sent successfully')).toBeVisible();
  const firstCode = await code();
  await page.getByLabel('Code').fill(firstCode);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/account\/dashboard$/);

  await page.getByText('My account:').click();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await page.goto('/account/orders');
  await expect(page.getByRole('heading', { name: 'Login / register' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();

  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await expect.poll(code).not.toBe(firstCode);
  const secondCode = await code();
  await page.getByLabel('Code').fill(String((Number(secondCode) + 1) % 10_000).padStart(4, '0'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Invalid OTP, please try again.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send another code' }).click();
  await expect(page.getByText('Please wait half a minute')).toBeVisible();
  await page.getByLabel('Code').fill(secondCode);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/account\/orders$/);
});
