import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { PROFILE_SAVED } from '#lib/sales/account/profile.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { samplePng } from '#support/sample-files.ts';

test('a customer edits the profile without JavaScript', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/profile');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Name').fill('Asha <Rao>');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Name should contain only letters and spaces');
  await page.getByLabel('Name').fill('Bela Rao');
  await page.getByLabel('Gender').selectOption('Other');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(PROFILE_SAVED)).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText('Bela Rao');
  await expect(page.getByRole('definition').filter({ hasText: 'Other' })).toBeVisible();
});

test('a customer downloads their data and deletes the account without JavaScript', async ({ page, context }) => {
  const { email } = await logInAs(context, 'Asha Rao');
  await page.goto('/account/profile');
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  const download = await downloadEvent;
  expect(download.suggestedFilename()).toBe('my-data.json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8')).data.profile.email).toBe(email);
  await page.getByText('Delete my account').first().click();
  await page.getByLabel('Type your email address to continue').fill('other@example.in');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('type its email address exactly').first()).toBeVisible();
  await page.getByLabel('Type your email address to continue').fill(email);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account is deleted')).toBeVisible();
  expect((await page.goto('/account/profile'))?.status()).toBe(401);
});

test('uploads and removes a profile image without JavaScript', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/profile');
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await samplePng(300, 200) };
  await page.getByLabel('Profile image').setInputFiles([file]);
  await page.getByRole('button', { name: 'Save image' }).click();
  await expect(page.getByRole('img', { name: 'Your profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove image' }).click();
  await expect(page.getByText('Profile image removed')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Your profile' })).toHaveCount(0);
});
