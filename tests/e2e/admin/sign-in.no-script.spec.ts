import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';
import { test } from '#support/admin-test.ts';

test('an authenticator app is set up, and recovery codes are used to sign in and to confirm the identity', async ({
  page,
  db,
  signIn,
}) => {
  const { email, id } = await signIn('owner', { isEnrolling: true });
  await page.goto('/admin/account');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
  const app = new TOTP({ secret: (await page.locator('code').innerText()).replaceAll(' ', '') });

  await page.getByLabel('Enter the code').fill('12');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code was not accepted.').first()).toBeVisible();
  await page.getByLabel('Enter the code').fill(app.generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [firstCode = '', secondCode = ''] = await codes.allInnerTexts();
  await page.reload();
  await expect(codes).toHaveCount(0);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Code').fill('000 000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Code').fill(firstCode);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();

  await db.write.updateTable('staff_session').set({ confirmed_at: null }).where('staff_id', '=', id).execute();
  await page.goto('/admin/confirm?next=/admin/log');
  await page.getByLabel('Code from the authenticator app').fill(secondCode);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'add authenticator app' }).first()).toBeVisible();
});
