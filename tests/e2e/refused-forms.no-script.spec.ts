import { expect, type Locator, type Page, test } from '@playwright/test';
import { ADDRESS_MESSAGES } from '#lib/identity/address.ts';
import { REGISTER_MESSAGES, USER_NOT_FOUND } from '#lib/identity/identity.ts';
import { logInAs } from '../support/e2e-customer.ts';

/** Below the newsletter's field of the footer there is another e-mail field. */
const email = (page: Page) => page.getByRole('main').getByLabel('Email', { exact: true });

/** The field says what is wrong with it, and the page opens on it; nothing personal stands in the address. */
async function saysAndOpensOn(field: Locator, message: string | RegExp): Promise<void> {
  await expect(field).toHaveAccessibleDescription(message);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  const page = field.page();
  expect(decodeURIComponent(page.url())).not.toMatch(/@|Asha|9876543210|Karkhana/);
}

test('a refused login keeps the address', async ({ page }) => {
  await page.goto('/login?next=/cart');
  await email(page).fill('nobody@example.in');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await saysAndOpensOn(email(page), USER_NOT_FOUND);
  await expect(email(page)).toHaveValue('nobody@example.in');
  await expect(page).toHaveURL(/next=/);
  await page.reload();
  await expect(email(page), 'once').toHaveValue('');
});

test('a refused registration keeps what was typed and ticked', async ({ page, context }) => {
  const { email: taken } = await logInAs(context, 'Asha Rao');
  await context.clearCookies();
  await page.goto('/register');
  await page.getByLabel('Name').fill('A  ');
  await email(page).fill(taken);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await saysAndOpensOn(page.getByLabel('Name'), REGISTER_MESSAGES.name);
  await expect(email(page)).toHaveValue(taken);
  await expect(page.getByLabel('Mobile')).toHaveValue('9876543210');
  await expect(page.getByLabel('I accept the')).toBeChecked();
  await page.getByLabel('Name').fill('अशा <b>राव</b>');
  await page.getByRole('button', { name: 'Register' }).click();
  await saysAndOpensOn(email(page), /already has an account/);
  await expect(page.getByLabel('Name')).toHaveValue('अशा <b>राव</b>');
});

test('a refused address keeps every field', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/address?new=1');
  const long = 'कारखाना गली '.repeat(15).trim();
  const typed = { 'Full name': 'Bela Rao', Mobile: '9876543210', Pincode: '999999', 'House or flat': '12-3/A' };
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text);
  await page.getByLabel('Street and area').fill(long);
  await page.getByLabel('Work').check();
  await page.getByLabel('Send parcels here').check();
  await page.getByRole('button', { name: 'Save address' }).click();
  await saysAndOpensOn(page.getByLabel('City or district'), ADDRESS_MESSAGES.city);
  for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text);
  await expect(page.getByLabel('Street and area')).toHaveValue(long);
  await expect(page.getByLabel('Work')).toBeChecked();
  await expect(page.getByLabel('Send parcels here')).toBeChecked();
  await page.getByLabel('City or district').fill('Newtown');
  await page.getByLabel('State').selectOption('Goa');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Newtown, Goa 999999')).toBeVisible();
});

test('a refused profile keeps every field, and a refused deletion what was typed', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/profile?edit=1');
  await page.getByLabel('Name').fill('Asha <Rao>');
  await page.getByLabel('Mobile').fill('9000000000');
  await page.getByLabel('Gender').selectOption('Other');
  await page.getByLabel('Date of birth').fill('1990-02-28');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saysAndOpensOn(page.getByLabel('Name'), 'Name should contain only letters and spaces');
  await expect(page.getByLabel('Name')).toHaveValue('Asha <Rao>');
  await expect(page.getByLabel('Mobile')).toHaveValue('9000000000');
  await expect(page.getByLabel('Gender')).toHaveValue('other');
  await expect(page.getByLabel('Date of birth')).toHaveValue('1990-02-28');
  await page.goto('/account/profile');
  await page.getByText('Delete my account').first().click();
  const field = page.getByLabel('Type your e-mail address to go on');
  await field.fill('other@example.in');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await saysAndOpensOn(field, /exactly/);
  await expect(field).toHaveValue('other@example.in');
});

test('a wrong code is said beside its field, and the code is not shown again', async ({ page, context }) => {
  const { email: known } = await logInAs(context, 'Asha Rao');
  await context.clearCookies();
  await page.goto('/login');
  await email(page).fill(known);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByRole('main').getByLabel('Code');
  await code.fill('0000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await saysAndOpensOn(code, 'Invalid OTP, please try again.');
  await expect(code).toHaveValue('');
});
