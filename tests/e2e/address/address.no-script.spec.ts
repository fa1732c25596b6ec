import { expect, type Page, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';

test('addresses are added, edited, made the default and deleted without JavaScript', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await addAddress(page, '500003', '12-3/A');
  await expect(page.getByRole('main').getByText('Hyderabad, Telangana 500003')).toBeVisible();
  await addAddress(page, '682001', 'Second house');
  await page.getByRole('button', { name: 'Make Home, Second house the default' }).click();
  await expect(page.getByRole('listitem').filter({ has: page.getByText('Default', { exact: true }) })).toContainText(
    'Second house',
  );
  await page.getByRole('link', { name: 'Edit Home, 12-3/A' }).click();
  await expect(page.getByLabel('Street or area')).toHaveValue('Karkhana Lane');
  await page.getByLabel('Full name').fill('Bela Rao');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Address saved')).toBeVisible();
  await expect(page.getByText('Bela Rao')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Home, Second house' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Home, Second house' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Address deleted')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ has: page.getByText('Default', { exact: true }) })).toContainText(
    '12-3/A',
  );
});

test('shows a message if the pincode of a new address is unknown', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await addAddress(page, '999999', '12-3/A');
  await expect(
    page.getByRole('main').or(page.getByRole('status')).filter({ hasText: 'could not find the city' }),
  ).toBeVisible();
});

async function addAddress(page: Page, pincode: string, house: string): Promise<void> {
  await page.goto('/account/address?new=1');
  await page.getByLabel('Pincode').fill(pincode);
  await page.getByLabel('House or flat').fill(house);
  await page.getByLabel('Street or area').fill('Karkhana Lane');
  await page.getByRole('button', { name: 'Save address' }).click();
}
