import { expect, test } from '@playwright/test';
import { startSession } from '#lib/customers/auth/sessions/session.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { logInAs } from '#support/e2e-customer.ts';

/** Starts a session on another device of the customer, as a login does. Returns the value of the session cookie. */
async function startSessionOn(customerId: string, device: string): Promise<string> {
  const db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
  try {
    return await transaction(db, (tx) => startSession(tx, Date.now(), customerId, device));
  } finally {
    await db.close();
  }
}

test('lists devices, logs out one device with the keyboard, and then logs out all devices', async ({
  page,
  context,
  baseURL,
}) => {
  const { id } = await logInAs(context, 'Asha Rao');
  const tabletToken = await startSessionOn(id, 'Safari on iOS');
  const laptopToken = await startSessionOn(id, 'Firefox on Windows');
  const statusOf = async (token: string) =>
    (await fetch(`${baseURL}/auth/customer/me`, { headers: { cookie: `session=${token}` } })).status;
  await page.goto('/account/profile');
  const devices = page.getByRole('region', { name: 'Where you are logged in' });
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');

  await devices.getByRole('button', { name: /^Log out Safari on iOS/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The device is logged out.')).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  expect([await statusOf(tabletToken), await statusOf(laptopToken)]).toEqual([401, 200]);

  await devices.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page.getByText('You are logged out.')).toBeVisible();
  expect(await statusOf(laptopToken)).toBe(401);
  expect((await page.goto('/account/profile'))?.status()).toBe(401);
});
