import { expect, type Page, test } from '@playwright/test';
import { ADDRESS_MESSAGES } from '#lib/sales/address/address.ts';
import { axeViolations } from '#support/axe.ts';
import { logInAs } from '#support/e2e-customer.ts';

test.beforeEach(async ({ context }) => {
  await logInAs(context, 'Asha Rao');
});

test('fills in the city and state of a new address from the pincode, and saves a later edit', async ({ page }) => {
  await page.goto('/account/address');
  await page.getByRole('link', { name: 'Add an address' }).click();
  await fillAddress(page, '500003');
  await expect(page.getByText('Hyderabad, Telangana', { exact: true })).toBeVisible();
  await expect(page.getByLabel('City or district')).toHaveCount(0);
  const changeButton = page.getByRole('button', { name: 'Change city or state' });
  await changeButton.click();
  await expect(page.getByLabel('City or district')).toHaveValue('Hyderabad');
  await expect(page.getByLabel('State')).toHaveValue('Telangana');
  await page.getByLabel('City or district').fill('Secunderabad');
  await page.getByLabel('Pincode').fill('560001');
  await expect(page.getByText('Bengaluru, Karnataka', { exact: true })).toBeVisible();
  await changeButton.click();
  await page.getByLabel('City or district').fill('Shivajinagar');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Address added')).toBeVisible();
  await expect(page.getByText('Shivajinagar, Karnataka 560001')).toBeVisible();
  await expect(page.getByText('Default', { exact: true })).toBeVisible();
});

test('shows an error on an invalid field, and focuses the field', async ({ page }) => {
  await page.goto('/account/address?new=1');
  await fillAddress(page, '500003');
  for (const [label, value, message] of [
    ['Mobile', '98765', ADDRESS_MESSAGES.mobile],
    ['Pincode', '50000', ADDRESS_MESSAGES.pincode],
    ['House or flat', ' ', ADDRESS_MESSAGES.house],
    ['Street or area', '', ADDRESS_MESSAGES.street],
    ['Full name', 'A', ADDRESS_MESSAGES.name],
  ] as const) {
    const field = page.getByLabel(label);
    const validValue = await field.inputValue();
    await field.fill(value);
    await page.getByRole('button', { name: 'Save address' }).click();
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toBeFocused();
    await field.fill(validValue);
    await expect(page.getByText(message)).toHaveCount(0);
  }
});

test('an address with an unknown pincode requires a city and a state', async ({ page }) => {
  await page.goto('/account/address?new=1');
  await fillAddress(page, '999999');
  await expect(page.getByLabel('Pincode')).toHaveAccessibleDescription(ADDRESS_MESSAGES.pincodeNotKnown);
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByLabel('City or district')).toHaveAccessibleDescription(ADDRESS_MESSAGES.city);
  await expect(page.getByLabel('State')).toHaveAccessibleDescription(ADDRESS_MESSAGES.state);
  await page.getByLabel('City or district').fill('Newtown');
  await page.getByLabel('State').selectOption('Goa');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Newtown, Goa 999999')).toBeVisible();
});

test('axe finds no problems in the form, the list and the dialog of addresses, which fit a width of 320 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/account/address?new=1');
  await checkPage(page);
  await fillAddress(page, '500003');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Address added')).toBeVisible();
  await checkPage(page);
  await page.getByRole('button', { name: 'Delete Home' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete this address?' })).toBeVisible();
  await checkPage(page);
});

async function fillAddress(page: Page, pincode: string): Promise<void> {
  await page.getByLabel('Pincode').fill(pincode);
  await page.getByLabel('House or flat').fill('12-3/A');
  await page.getByLabel('Street or area').fill('Karkhana Lane');
}

async function checkPage(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}
